import type { CorePermission, PermissionId } from "@acme/auth-core";
import type { Asks, Pages } from "@acme/auth-http";
import type { Needs } from "@acme/auth-http/routes";
import type { FeaturePages } from "./feature-pages.js";
import { appearanceOf } from "./kernel/appearance.js";
import { checkFeatures } from "./kernel/check-features.js";
import { openPages } from "./kernel/open-pages.js";
import type { AnyPage, Page, PageTemplate } from "./kernel/page-definition.js";
import type { Replacement } from "./kernel/templates-in-use.js";
import { accountLayout } from "./layouts/account-layout.js";
import { entryLayout } from "./layouts/entry-layout.js";
import type { Layouts } from "./layouts/layouts.js";
import { ANSWERS } from "./pages/answers.js";
import { PAGES } from "./pages/pages.js";
import type { PagesTexts } from "./texts/pages-texts.js";

/**
 * The templates of the pages, by their names, and of what stands instead of a page: `error`,
 * `notFound`, `leadingAway`, `verifyFirst` and `deadLink`. Each may be replaced.
 */
export type PageTemplates = {
  readonly [Name in keyof typeof PAGES]: (typeof PAGES)[Name] extends Page<string, infer View>
    ? PageTemplate<View>
    : never;
} & typeof ANSWERS;

/** The pages of any feature. */
export type AnyFeaturePages = FeaturePages<PermissionId, never>;

/** What `createPages` takes. */
export interface PagesOptions<
  Features extends readonly AnyFeaturePages[] = readonly FeaturePages[],
> {
  /** The pages of optional features, and of the application. Default: none. */
  readonly features?: Features;
  /** Templates in place of those of the package. Default: none is replaced. */
  readonly templates?: Partial<PageTemplates>;
  /** What stands around every page, in place of that of the package. */
  readonly layouts?: Partial<Layouts>;
  /**
   * Rules of CSS in place of those of the package: the text of an ejected `style.css`. The custom
   * properties that hold the brand stay. What stands above its comment "Signed-in pages" is also
   * in signed-out pages. Default: the rules of the package.
   */
  readonly style?: string;
  /**
   * The texts of languages that the application has added to its mails, by their tags; those of a
   * language of the package replace its own.
   */
  readonly texts?: Readonly<Record<string, PagesTexts>>;
}

/** The permissions that the pages of features ask for. */
export type AskedPermissions<Features extends readonly AnyFeaturePages[]> = [
  Features[number],
] extends [never]
  ? CorePermission
  : Features[number] extends Asks<infer P>
    ? P
    : CorePermission;

/** What the pages of features need on `auth` besides the base: all of it. */
export type NeededAuth<Features extends readonly AnyFeaturePages[]> = [Features[number]] extends [
  Needs<infer W>,
]
  ? W
  : unknown;

/**
 * Makes ready account pages, for the option `pages` of a surface whose site has `pages`.
 * @throws {RangeError} for pages of features that are malformed, or whose names or paths the
 * package or another feature has. It names everything at once. The surface throws one for pages
 * whose feature its `auth` does not have.
 * @example
 * const site = createSite({ serviceUrl: "https://auth.example.com", pages: "/" });
 * const auth = createAuth({ store, mailer, secret, links: site.links });
 * app.use(mount(createSurface({ auth, site, pages: createPages() })));
 */
export function createPages<const Features extends readonly AnyFeaturePages[] = readonly []>({
  features,
  templates = {},
  layouts = {},
  style,
  texts = {},
}: PagesOptions<Features> = {}): Pages<AskedPermissions<Features>, NeededAuth<Features>> {
  const pages: readonly AnyPage[] = Object.values(PAGES);
  checkFeatures(features ?? [], pages);
  // It stands in signed-out pages as it is.
  if (style !== undefined && /<\/style/i.test(style))
    throw new TypeError("createPages({ style }): rules of CSS, without the tag </style>");
  const opening = {
    pages,
    features: features ?? [],
    templates: { ...templates },
    replacements: replacementsOf(templates),
    texts,
    layouts: { account: accountLayout, entry: entryLayout, ...layouts },
  };
  return {
    open: (host) => openPages(host, { ...opening, ...appearanceOf(host.auth, style) }),
  };
}

/** Each template of the package that is replaced, with what stands in its place. */
function replacementsOf(
  templates: Readonly<Record<string, PageTemplate<never> | undefined>>,
): readonly Replacement[] {
  const pages: readonly AnyPage[] = Object.values(PAGES);
  const own: readonly (readonly [string, PageTemplate<never> | null])[] = [
    ...pages.map(({ name, template }) => [name, template] as const),
    ...Object.entries(ANSWERS),
  ];
  return own.flatMap(([name, template]) => {
    const given = templates[name];
    return template && given ? [[template, given] as const] : [];
  });
}
