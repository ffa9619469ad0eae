import type { Auth, CorePermission } from "@acme/auth-core";
import { createHttpSurface, html, type SurfaceOptions } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import type { Plans } from "../test/plans.js";
import { planPages } from "../test/plans.js";
import type { Toll } from "../test/toll.js";
import { tollPages } from "../test/toll.js";
import { createPages } from "./create-pages.js";
import { pagesOf } from "./feature-pages.js";
import { go } from "./kernel/outcome.js";

interface WithPlans {
  readonly plans: Plans;
}

const content = { title: "", content: html`` };
const plans = pagesOf<WithPlans, "plans:read">()({
  name: "plans",
  feature: "plans",
  paths: { plan: "/organizations/:slug/plan", offers: "/account/offers" },
  texts: { en: { plan: "Plan", until: (date: string) => date }, de: { plan: "Tarif" } },
});

/** A page finds its feature on `auth`, its texts, and pages by their names. */
export const pages = [
  plans.page({
    name: "plan",
    access: { permission: "plans:read" },
    load: ({ auth, granted }) => ({ plan: auth.plans.find(granted.organizationId) }),
    template: ({ plan }, { ownTexts, page, texts }) => ({
      ...content,
      title: `${ownTexts.plan} ${plan} ${texts.frame.save} ${page("offers").url}`,
      within: [page("plan", { slug: "a" }).url, page("security").url],
    }),
    fields: () => z.object({ seats: z.string() }),
    post: async ({ page, ownTexts }, { seats }) =>
      go(page("offers"), { flash: { text: ownTexts.until(seats) } }),
  }),
  // @ts-expect-error -- no path has the name
  plans.page({ name: "price", access: "in", load: () => ({}), template: () => content }),
  plans.page({
    name: "plan",
    // @ts-expect-error -- a permission that nothing names
    access: { permission: "plans:raed" },
    load: () => ({}),
    template: () => content,
  }),
  // @ts-expect-error -- no page has the name
  plans.page({
    name: "plan",
    access: "in",
    form: "offer",
    post: async ({ page }) => go(page("home")),
  }),
  plans.page({
    name: "offers",
    access: "in",
    load: ({ auth, page, ownTexts }): readonly unknown[] => [
      // @ts-expect-error -- of another feature
      auth.toll,
      // @ts-expect-error -- the path needs the organization
      page("plan"),
      // @ts-expect-error -- no page has the name
      page("prices"),
      // @ts-expect-error -- no text has the name
      ownTexts.price,
    ],
    template: (_, kit) => ({
      ...content,
      // @ts-expect-error -- it needs a date
      title: kit.ownTexts.until(),
    }),
  }),
  plans.page({
    name: "offers",
    access: "any",
    form: "plan",
    // @ts-expect-error -- a message of the package by a name that it does not have
    post: async ({ page }) => go(page("offers"), { flash: { key: "price" } }),
  }),
];

/** Texts of another language are texts of English. */
export const texts = [
  // @ts-expect-error -- English is missing
  pagesOf()({ name: "notes", texts: { de: { title: "Notizen" } } }),
  // @ts-expect-error -- a text that English does not have
  pagesOf()({ name: "notes", texts: { en: { title: "Notes" }, de: { titel: "Notizen" } } }),
  // @ts-expect-error -- no path
  pagesOf()({ name: "notes", paths: { notes: "notes" }, texts: { en: {} } }),
  // @ts-expect-error -- not what it needs on `auth`
  pagesOf<WithPlans>()({ name: "plans", feature: "toll", texts: { en: {} } }),
];

/** Sections are given what their page proves. */
export const sections = plans.pages({
  sections: {
    security: ({ auth, caller, form, granted }) => {
      auth.plans.sendOffers(caller.user.id, form.values["email"] ?? "");
      // @ts-expect-error -- of no organization
      auth.plans.find(granted.organizationId);
      return null;
    },
    settings: ({ auth, granted }) => {
      auth.plans.find(granted.organizationId);
      return (kit) => html`${kit.ownTexts.plan}`;
    },
    // @ts-expect-error -- no page takes sections by this name
    members: () => null,
  },
});

declare const site: SurfaceOptions["site"];

/** A surface takes the pages of the features that its `auth` has. */
export function surfaces(
  auth: Auth,
  whole: Auth<CorePermission | "plans:read"> & WithPlans & { readonly toll: Toll },
): void {
  createHttpSurface({
    auth: whole,
    site,
    pages: createPages({ features: [planPages, tollPages] }),
  });
  createHttpSurface({ auth: whole, site, pages: createPages({ features: [sections] }) });
  createHttpSurface({ auth, site, pages: createPages() });
  // @ts-expect-error -- this auth was made without the features
  createHttpSurface({ auth, site, pages: createPages({ features: [planPages] }) });
  const without: Auth & WithPlans = { ...auth, plans: whole.plans };
  createHttpSurface({ auth: without, site, pages: createPages({ features: [planPages] }) });
  createHttpSurface({
    auth: without,
    site,
    // @ts-expect-error -- and this one without one of them
    pages: createPages({ features: [planPages, tollPages] }),
  });
  // @ts-expect-error -- this auth does not know the permission
  createHttpSurface({ auth: without, site, pages: createPages({ features: [sections] }) });
}
