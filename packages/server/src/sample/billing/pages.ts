import { html } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import { go, pagesOf } from "@acme/auth-pages";
import {
  actions,
  button,
  choice,
  form,
  heading,
  linkButton,
  refusal,
  section,
} from "@acme/auth-pages/templates";
import type { Billing } from "./billing.js";
import { PLANS } from "./subscription-store.js";

const { page, pages } = pagesOf<{ readonly billing: Billing }>()({
  name: "billing",
  feature: "billing",
  paths: {
    plan: "/organizations/:slug/plan",
    changePlan: "/organizations/:slug/plan/change",
  },
  texts: {
    en: {
      title: "Plan",
      plans: { free: "Free", team: "Team", business: "Business" },
      change: "Change plan",
      changed: (plan: string) => `Your plan is ${plan} now.`,
      choose: "Choose a plan.",
      tooSmall: "You have more members than this plan has room for.",
      isFree: "You're on the free plan, for up to five members.",
    },
  },
});

const plan = page({
  name: "plan",
  access: { permission: "billing:read" },
  rail: ({ title }) => title,
  load: ({ auth, granted, params: { slug = "" } }) =>
    auth.billing.find(granted.organizationId).then((subscription) => ({ ...subscription, slug })),
  template({ plan: value, slug, form: state }, kit) {
    const { title, plans, change } = kit.ownTexts;
    const options = PLANS.map((each) => ({ value: each, label: plans[each] }));
    const error = state.errors["plan"] ?? null;
    const content = [
      refusal(state),
      choice({ name: "plan", label: title, isLabelHidden: true, options, value, error }),
      actions([button({ label: change, kind: "primary" })]),
    ];
    return {
      title,
      content: html`${heading({ title })}
      ${form({ action: kit.page("changePlan", { slug }), content }, kit)}`,
    };
  },
});

const changePlan = page({
  name: "changePlan",
  access: { permission: "billing:write" },
  form: "plan",
  at: { PLAN_TOO_SMALL: "plan" },
  faults: ({ choose }) => ({ plan: { missing: choose, invalid: choose } }),
  fields: () => z.object({ plan: z.enum(PLANS) }),
  async post({ auth, granted, page: href, params: { slug = "" }, ownTexts }, { plan: chosen }) {
    await auth.billing.change(granted, chosen);
    const text = ownTexts.changed(ownTexts.plans[chosen]);
    return go(href("plan", { slug }), { flash: { text } });
  },
});

/** The pages of the sample: `createPages({ features: [billingPages] })`. */
export const billingPages = pages({
  pages: [plan, changePlan],
  refusals: ({ tooSmall }) => ({ PLAN_TOO_SMALL: tooSmall }),
  sections: {
    async settings({ auth, granted, params: { slug = "" } }) {
      const { plan: chosen } = await auth.billing.find(granted.organizationId);
      return (kit) =>
        section({
          id: "plan",
          title: kit.ownTexts.title,
          description: kit.ownTexts.plans[chosen],
          content: linkButton({ label: kit.ownTexts.change, href: kit.page("plan", { slug }) }),
        });
    },
  },
  banner: {
    async compose({ auth, granted, ownTexts, page: href, current, params: { slug = "" } }) {
      if (!granted || current === "plan") return null;
      const { plan: chosen } = await auth.billing.find(granted.organizationId);
      const button = { label: ownTexts.change, href: href("plan", { slug }) };
      return chosen === "free" ? { kind: "neutral", text: ownTexts.isFree, button } : null;
    },
  },
});
