import type { Auth, CorePermission, PermissionId } from "@acme/auth-core";
import type { Asks } from "@acme/auth-http";
import type { Needs } from "@acme/auth-http/routes";
import type { OwnHrefs, OwnPaths } from "./href.js";
import type { FeatureAccess, Proven, Visit } from "./kernel/access.js";
import type { BannerVisit, FeatureBanner, FeatureParts } from "./kernel/feature.js";
import { makePage, type Making } from "./kernel/make-page.js";
import type {
  AnyPage,
  FieldSchema,
  Page,
  PageContext,
  PageDefinition,
} from "./kernel/page-definition.js";
import type { FeatureSection, LoadingSection, SectionDrawing } from "./kernel/visit.js";
import type { FrameBanner, Kit } from "./kit.js";
import type { PageName } from "./page-paths.js";
import type { FieldFault } from "./texts/field-fault.js";

/** What the pages of a feature are called, what they need, where they are and what they say. */
export interface FeatureOptions<W, Paths extends OwnPaths, T extends object> {
  /** What they are called where one of them is refused. */
  readonly name: string;
  /** The key on `auth` that the pages need. Without it, they are refused at the start. */
  readonly feature?: keyof W & string;
  /**
   * The path of each page below that of the pages, by its name; a part `:name` is a parameter. No
   * page of the package or of another feature may have either. Default: no pages, only sections.
   */
  readonly paths?: Paths;
  /**
   * What the pages say, by the tags of languages: `visit.ownTexts` and `kit.ownTexts`. A text that
   * is missing is that of English.
   */
  readonly texts: { readonly en: T } & Readonly<Record<string, NoInfer<Partial<T>>>>;
}

/** The texts of a feature. */
export interface WithOwnTexts<T> {
  /** What the feature says, in the language of the page. */
  readonly ownTexts: T;
}

/** The URLs of the pages of a feature. */
export interface WithOwnPages<Paths extends OwnPaths> {
  /** Returns the URL of a page, of the package or of the feature. */
  readonly page: OwnHrefs<Paths>;
}

/** What a visit of a feature's page has besides that of any page. */
export type OwnVisit<W, Paths extends OwnPaths, T> = WithOwnPages<Paths> &
  WithOwnTexts<T> & { readonly auth: Auth<PermissionId> & W };

/** What a template of a feature is given: the kit of every template, and the feature's own. */
export type FeatureKit<Paths extends OwnPaths, T> = Kit & WithOwnPages<Paths> & WithOwnTexts<T>;

/** What the pages of a feature are written with. */
export interface FeatureContext<
  P extends PermissionId,
  W,
  Paths extends OwnPaths,
  T,
> extends PageContext {
  readonly name: PageName | (keyof Paths & string);
  readonly access: FeatureAccess<CorePermission | P>;
  readonly auth: W;
  readonly visit: OwnVisit<W, Paths, T>;
  readonly kit: FeatureKit<Paths, T>;
}

/** What a page of a feature says of itself besides what every page does. */
export interface FeaturePageFacts<T> {
  /** Its entry of the rail, for users who may see the page. Default: it has none. */
  readonly rail?: (texts: T) => string;
  /** What is said below a field that the schema refuses, by its name. */
  readonly faults?: (texts: T) => Readonly<Record<string, FieldFault>>;
}

/** What a section of organization settings is loaded with. */
export type SettingsVisit = LoadingSection & Proven<{ readonly permission: "org:read" }>;

/** Loads a section, and returns what draws it; null where it has nothing to show. */
export type LoadSection<V extends LoadingSection, W, Paths extends OwnPaths, T> = (
  visit: V & OwnVisit<W, Paths, T>,
) =>
  | Promise<SectionDrawing<FeatureKit<Paths, T>> | null>
  | SectionDrawing<FeatureKit<Paths, T>>
  | null;

/** The pages of a feature, and what it adds to those of the package. */
export interface AddedPages<W, Paths extends OwnPaths, T> {
  /** A page for each of `paths`. Default: none. */
  readonly pages?: readonly AnyPage[];
  /** Sections of `/account` (`profile`), of `/account/security`, and of organization settings. */
  readonly sections?: {
    readonly profile?: LoadSection<LoadingSection, W, Paths, T>;
    readonly security?: LoadSection<LoadingSection, W, Paths, T>;
    readonly settings?: LoadSection<SettingsVisit, W, Paths, T>;
    /**
     * What `/confirm` asks for where a proof of the feature is missing: in the place of codes,
     * links, passwords and providers. Null where another proof is missing.
     */
    readonly confirm?: LoadSection<LoadingSection, W, Paths, T>;
  };
  /** Says above every signed-in page what must not be overlooked. It is asked for each of them. */
  readonly banner?: {
    /** `first`: before those of the package. Default: `last`, where they have nothing to say. */
    readonly place?: "first" | "last";
    /** Returns null where there is nothing to say. */
    readonly compose: (
      visit: BannerVisit & OwnVisit<W, Paths, T>,
    ) => Promise<FrameBanner | null> | FrameBanner | null;
  };
  /** What refusals with errors of a feature say to people on every page, by their codes. */
  readonly refusals?: (texts: T) => Readonly<Record<string, string>>;
  /** What events of the feature are called where they are listed, by their names. */
  readonly events?: (texts: T) => Readonly<Record<string, string>>;
  /**
   * The page to which a refusal leads instead of being shown, by its code, that of the feature or
   * of the base: `confirm` for a missing proof, or a page of the feature on which a withheld sign-in
   * goes on.
   */
  readonly leads?: Readonly<Record<string, PageName | (keyof Paths & string)>>;
}

/**
 * What an optional feature, or the application, adds to the pages: `pagesOf` makes it. `P` are the
 * permissions that its pages ask for; `W` is what they need on `auth` besides the base.
 */
export interface FeaturePages<P extends PermissionId = CorePermission, W = unknown>
  extends FeatureParts, Needs<W>, Asks<P> {}

/** Defines the pages of one feature. */
export interface PagesOfFeature<
  P extends PermissionId,
  W,
  Paths extends OwnPaths,
  T extends object,
> {
  /**
   * Defines a page: as the pages of the package are, with an entry of the rail, texts and paths of
   * the feature.
   */
  readonly page: <
    const Name extends keyof Paths & string,
    const A extends FeatureAccess<CorePermission | P>,
    View extends object = Record<never, never>,
    F extends FieldSchema | undefined = undefined,
  >(
    definition: PageDefinition<Name, A, View, F, FeatureContext<P, W, Paths, T>> &
      FeaturePageFacts<T>,
  ) => Page<Name, View>;
  /** Joins the pages, and what the feature adds to others. */
  readonly pages: (added: AddedPages<W, Paths, T>) => FeaturePages<CorePermission | P, W>;
}

/**
 * Returns what defines the pages of a feature, or of an application: `W` is what they need on `auth`
 * besides the base, `Own` are permissions besides those of the catalog.
 * @example
 * const billing = pagesOf<{ readonly billing: Billing }>()({
 *   name: "billing",
 *   feature: "billing",
 *   paths: { plan: "/organizations/:slug/plan" },
 *   texts: { en: { plan: "Plan" }, de: { plan: "Tarif" } },
 * });
 * const plan = billing.page({
 *   name: "plan",
 *   access: { permission: "billing:read" },
 *   rail: (texts) => texts.plan,
 *   load: ({ auth, granted }) => auth.billing.find(granted.organizationId),
 *   template: ({ plan }, { ownTexts }) => ({
 *     title: ownTexts.plan,
 *     content: html`${heading({ title: ownTexts.plan, lead: plan })}`,
 *   }),
 * });
 * export const billingPages = billing.pages({ pages: [plan] });
 * const pages = createPages({ features: [billingPages] });
 */
export const pagesOf =
  <W = unknown, Own extends PermissionId = never>() =>
  <const Paths extends OwnPaths = Record<never, never>, T extends object = Record<never, never>>(
    options: FeatureOptions<W, Paths, T>,
  ): PagesOfFeature<Own, W, Paths, T> =>
    definePages<Own, W, Paths, T>(options);

/** What composes a banner. */
type ComposeBanner<W, Paths extends OwnPaths, T> = NonNullable<AddedPages<W, Paths, T>["banner"]>;

function definePages<P extends PermissionId, W, Paths extends OwnPaths, T extends object>({
  name: owner,
  feature,
  paths,
  texts,
}: FeatureOptions<W, Paths, T>): PagesOfFeature<P, W, Paths, T> {
  type Context = FeatureContext<P, W, Paths, T>;
  /** What the kernel gives: it has checked that `auth` has the feature, and knows the paths. */
  type Served = WithOwnPages<Paths> & { readonly auth: Auth<PermissionId> & W };
  const textsIn = (locale: string): T => ({ ...texts.en, ...texts[locale] });
  const withTexts = <V extends { readonly locale: string }>(given: V) => ({
    ...given,
    ownTexts: textsIn(given.locale),
  });
  /** What the kernel draws with has links to the pages of the feature, too. */
  const kitOf: { of(kit: Kit): Context["kit"] } = {
    of: (kit: Kit & WithOwnPages<Paths>) => withTexts(kit),
  };

  function page<
    const Name extends keyof Paths & string,
    const A extends Context["access"],
    View extends object,
    F extends FieldSchema | undefined,
  >(definition: PageDefinition<Name, A, View, F, Context> & FeaturePageFacts<T>): Page<Name, View> {
    const { name, rail, faults } = definition;
    const making: Making<A, Context> = {
      place: {
        path: paths?.[name] ?? "/",
        owner,
        rail: rail ? (locale) => rail(textsIn(locale)) : null,
        faults: faults ? (locale) => faults(textsIn(locale)) : null,
      },
      visit: (visit: Visit<A> & Served) => withTexts(visit),
      template: (template) => (view, kit) => template(view, kitOf.of(kit)),
    };
    return makePage<Name, A, View, F, Context>(definition, making);
  }

  function sectionOf<V extends LoadingSection>(load: LoadSection<V, W, Paths, T>): FeatureSection {
    return {
      owner,
      async load(visit: V & Served) {
        const draw = await load(withTexts(visit));
        return draw && ((kit) => draw(kitOf.of(kit)));
      },
    };
  }

  const bannerOf = ({ place, compose }: ComposeBanner<W, Paths, T>): FeatureBanner => ({
    isFirst: place === "first",
    compose: async (visit: BannerVisit & Served) => compose(withTexts(visit)),
  });

  return {
    page,
    pages: ({ pages = [], sections: { profile, security, settings, confirm } = {}, ...added }) => ({
      name: owner,
      feature: feature ?? null,
      paths: paths ?? {},
      pages,
      sections: {
        ...(profile && { profile: sectionOf(profile) }),
        ...(security && { security: sectionOf(security) }),
        ...(settings && { settings: sectionOf(settings) }),
        ...(confirm && { confirm: sectionOf(confirm) }),
      },
      banner: added.banner ? bannerOf(added.banner) : null,
      refusals: (locale) => added.refusals?.(textsIn(locale)) ?? {},
      events: (locale) => added.events?.(textsIn(locale)) ?? {},
      leads: added.leads ?? {},
    }),
  };
}
