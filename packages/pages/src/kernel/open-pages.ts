import type { Client } from "@acme/auth-core";
import type { HttpRequest } from "@acme/auth-http";
import {
  type Family,
  type OpenedPages,
  type PagesHost,
  pageStandingHeaders,
} from "@acme/auth-http/pages-host";
import { pageHrefs } from "../href.js";
import type { Layouts } from "../layouts/layouts.js";
import type { PagesTexts } from "../texts/pages-texts.js";
import { answerRefusal } from "./answer-refusal.js";
import type { Appearance } from "./appearance.js";
import { createAssets } from "./assets.js";
import { checkNeeds } from "./check-needs.js";
import { createDrawing } from "./draw-page.js";
import type { FeatureParts } from "./feature.js";
import { createFlashes } from "./flash.js";
import { byPrecision, joinFeatures } from "./join-features.js";
import { createPageLanguages } from "./languages.js";
import type { AnyPage, PageTemplate } from "./page-definition.js";
import type { PageHost } from "./page-host.js";
import { createPending } from "./pending.js";
import { routesOfPage } from "./serve-page.js";
import { createSteps } from "./step.js";
import { type Replacement, templatesInUse } from "./templates-in-use.js";
import { createVisits } from "./visit.js";

/** What `createPages` makes of its options, and of the brand. */
export interface OpeningPages extends Appearance {
  /** Those of the package. */
  readonly pages: readonly AnyPage[];
  readonly features: readonly FeatureParts[];
  readonly templates: Readonly<Record<string, PageTemplate<never> | undefined>>;
  /** The templates of the package that are replaced, each with what stands in its place. */
  readonly replacements: readonly Replacement[];
  readonly texts: Readonly<Record<string, PagesTexts>>;
  readonly layouts: Layouts;
}

/** Builds the pages of one surface. */
export function openPages({ auth, site }: PagesHost, opening: OpeningPages): OpenedPages {
  const base = site.pages ?? "";
  const { features } = opening;
  checkNeeds(features, auth);
  const joined = joinFeatures(features);
  const pages = [...opening.pages, ...joined.pages];
  const byName = new Map(pages.map((page) => [page.name, page]));
  const byRoute = new Map<string, AnyPage>();
  const family: Family = {
    standing: pageStandingHeaders(site),
    refused: (refusal) =>
      answerRefusal(refusal, byRoute.get(refusal.route?.path ?? "") ?? null, host),
  };
  const languages = createPageLanguages(auth, opening.texts, joined);
  const steps = createSteps(auth.pageSealer, auth);
  const flashes = createFlashes(auth);
  const assets = createAssets(opening.files, { base, family });
  const host: PageHost = {
    auth,
    site,
    base,
    family,
    languages,
    steps,
    flashes,
    ...joined,
    templates: templatesInUse(opening.replacements),
    hrefOf: pageHrefs(base, joined.paths),
    visitOf: createVisits({ auth, site, steps, flashes, languages, ...joined }),
    templateOf: (page) => opening.templates[page.name] ?? page.template,
    pageOf: (name) => byName.get(name) ?? null,
    pendingOf: createPending({ features, auth, site }),
    leadOf: (code) => joined.leads.get(code) ?? null,
    strangerOf,
    draw: createDrawing({
      ...opening,
      site,
      appName: auth.appName,
      inbox: null,
      languages,
      steps,
      fileOf: assets.fileOf,
      framing: { ...joined, has: (name) => byName.has(name) },
    }),
  };
  const served = pages
    .toSorted(byPrecision)
    .map((page) => ({ page, routes: routesOfPage(page, host) }));
  for (const { page, routes } of served) for (const { path } of routes) byRoute.set(path, page);
  return { routes: [...served.flatMap(({ routes }) => routes), ...assets.routes], family };
}

/** The client of a request of which nothing is looked up. */
const strangerOf = (request: HttpRequest): Client => ({
  ...request.peer,
  userAgent: null,
  acceptLanguage: request.header("accept-language") ?? null,
  sessionToken: null,
  browserToken: null,
  organization: null,
});
