import type { Pages } from "@acme/auth-http";
import { appearanceOf } from "./kernel/appearance.js";
import { openPages } from "./kernel/open-pages.js";
import type { AnyPage, Page, PageTemplate } from "./kernel/page.js";
import type { FeatureSection } from "./kernel/visit.js";
import { accountLayout } from "./layouts/account-layout.js";
import { entryLayout } from "./layouts/entry-layout.js";
import type { Layouts } from "./layouts/layouts.js";
import type { PageName } from "./page-paths.js";
import { PAGES } from "./pages/pages.js";
import type { PagesTexts } from "./texts/pages-texts.js";

type Definitions = typeof PAGES;

/** The templates of the pages, by their names. Each may be replaced. */
export type PageTemplates = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends Page<PageName, infer View>
    ? PageTemplate<View>
    : never;
};

/** What an optional feature, or the application, adds to the pages. */
export interface FeaturePages {
  /** Pages that `page` has defined. */
  readonly pages: readonly AnyPage[];
  /**
   * Sections of `/account/security`, between the password and the linked accounts. Default: none.
   */
  readonly security?: readonly FeatureSection[];
}

/** What `createPages` takes. */
export interface PagesOptions {
  /** The pages of optional features. Default: none. */
  readonly features?: readonly FeaturePages[];
  /** Templates in place of those of the package. Default: none is replaced. */
  readonly templates?: Partial<PageTemplates>;
  /** What stands around every page, in place of that of the package. */
  readonly layouts?: Partial<Layouts>;
  /** The texts of languages that the application has added to its mails, by their tags. */
  readonly texts?: Readonly<Record<string, PagesTexts>>;
}

/**
 * Makes ready account pages, for the option `pages` of a surface whose site has `pages`.
 * @example
 * const site = createSite({ serviceUrl: "https://auth.example.com", pages: "/" });
 * const auth = createAuth({ store, mailer, secret, links: site.links });
 * app.use(mount(createSurface({ auth, site, pages: createPages() })));
 */
export function createPages({
  features = [],
  templates = {},
  layouts = {},
  texts = {},
}: PagesOptions = {}): Pages {
  const pages: readonly AnyPage[] = [
    ...Object.values(PAGES),
    ...features.flatMap((feature) => feature.pages),
  ];
  const opening = {
    pages,
    sections: features.flatMap(({ security = [] }) => security),
    templates: { ...templates },
    texts,
    layouts: { account: accountLayout, entry: entryLayout, ...layouts },
  };
  return {
    open: (host) => openPages(host, { ...opening, ...appearanceOf(host.auth) }),
  };
}
