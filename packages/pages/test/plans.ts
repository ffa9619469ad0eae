import {
  AuthError,
  defineErrors,
  defineFeature,
  type Granted,
  type OrganizationId,
  type UserId,
} from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import { pagesOf } from "../src/feature-pages.js";
import { go } from "../src/kernel/outcome.js";
import { button } from "../src/parts/buttons.js";
import { choice, field } from "../src/parts/fields.js";
import { form, refusal } from "../src/parts/forms.js";
import { actions, heading, section } from "../src/parts/sections.js";

const PLANS = ["free", "team"] as const;
type Plan = (typeof PLANS)[number];

/** What organizations pay for, and who wants to hear of offers. */
export interface Plans {
  find(organizationId: OrganizationId): Plan;
  change(granted: Granted<"billing:write">, plan: Plan): void;
  offersOf(userId: UserId): string | null;
  sendOffers(userId: UserId, email: string): void;
}

export const planErrors = defineErrors({
  PLAN_TOO_SMALL: { kind: "conflict", message: "The plan is too small." },
});

/** A feature of an application, which keeps everything in memory. */
export const plansFeature = () =>
  defineFeature({
    name: "plans",
    errors: planErrors,
    create: (): Plans => {
      const plans = new Map<OrganizationId, Plan>();
      const offers = new Map<UserId, string>();
      return {
        find: (id) => plans.get(id) ?? "team",
        change({ organizationId }, plan) {
          if (plan === "free") throw new AuthError(planErrors.PLAN_TOO_SMALL);
          plans.set(organizationId, plan);
        },
        offersOf: (id) => offers.get(id) ?? null,
        sendOffers: (id, email) => void offers.set(id, email),
      };
    },
  });

const plans = pagesOf<{ readonly plans: Plans }>()({
  name: "plans",
  feature: "plans",
  paths: {
    plan: "/organizations/:slug/plan",
    offers: "/account/security/offers",
  },
  texts: {
    en: {
      plan: "Plan",
      change: "Change plan",
      changed: (plan: string) => `You're on ${plan} now.`,
      tooSmall: "You have more members than this plan has room for.",
      choose: "Choose a plan.",
      offers: "Offers",
      send: "Send offers",
      ended: "Your trial has ended.",
    },
    de: { plan: "Tarif", tooSmall: "Für diesen Tarif habt ihr zu viele Mitglieder." },
  },
});

const plan = plans.page({
  name: "plan",
  access: { permission: "billing:write" },
  rail: (texts) => texts.plan,
  at: { PLAN_TOO_SMALL: "plan" },
  faults: ({ choose }) => ({ plan: { missing: choose, invalid: choose } }),
  load: ({ auth, granted, params: { slug = "" } }) => ({
    plan: auth.plans.find(granted.organizationId),
    slug,
  }),
  template({ plan: current, slug, form: state }, kit) {
    const { ownTexts: texts } = kit;
    const options = PLANS.map((value) => ({ value, label: value }));
    return {
      title: texts.plan,
      content: html`${heading({ title: texts.plan })} ${refusal(state)}
      ${form(
        {
          action: kit.page("plan", { slug }),
          content: [
            choice({
              name: "plan",
              label: texts.plan,
              isLabelHidden: true,
              options,
              value: current,
              error: state.errors["plan"] ?? null,
            }),
            actions([button({ label: texts.change, kind: "primary" })]),
          ],
        },
        kit,
      )}`,
    };
  },
  fields: () => z.object({ plan: z.enum(PLANS) }),
  async post({ auth, granted, page, params: { slug = "" }, ownTexts }, { plan: chosen }) {
    auth.plans.change(granted, chosen);
    return go(page("plan", { slug }), { flash: { text: ownTexts.changed(chosen) } });
  },
});

const offers = plans.page({
  name: "offers",
  access: "in",
  form: "security",
  fields: () => z.object({ email: z.email() }),
  async post({ auth, caller, page, ownTexts }, { email }) {
    auth.plans.sendOffers(caller.user.id, email);
    return go(page("security", { section: "offers" }), {
      flash: { text: ownTexts.offers, section: "offers" },
    });
  },
});

/** The pages of the feature: a page, a section with a form, an entry of the rail, a banner. */
export const planPages = plans.pages({
  pages: [plan, offers],
  refusals: ({ tooSmall }) => ({ PLAN_TOO_SMALL: tooSmall }),
  sections: {
    security({ auth, caller, form: state }) {
      const sentTo = auth.plans.offersOf(caller.user.id) ?? "";
      return (kit) =>
        section({
          id: "offers",
          title: kit.ownTexts.offers,
          content: form(
            {
              action: kit.page("offers"),
              content: [
                refusal(state),
                field(
                  {
                    name: "email",
                    label: kit.texts.profile.email,
                    type: "email",
                    autocomplete: "email",
                    value: state.values["email"] ?? sentTo,
                    error: state.errors["email"] ?? null,
                  },
                  kit,
                ),
                actions([button({ label: kit.ownTexts.send })]),
              ],
            },
            kit,
          ),
        });
    },
    settings: ({ auth, granted }) => {
      const current = auth.plans.find(granted.organizationId);
      return ({ ownTexts: { plan: title } }) =>
        section({ id: "plan", title, content: html`${current}` });
    },
  },
  banner: {
    compose: ({ auth, caller, ownTexts, page, current }) =>
      auth.plans.offersOf(caller.user.id) === null || current === "plan"
        ? null
        : {
            kind: "warn",
            text: ownTexts.ended,
            button: { label: ownTexts.plan, href: page("profile") },
          },
  },
});
