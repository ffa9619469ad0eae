import type { OwnPaths } from "../href.js";
import type { FeatureBanner, FeatureParts } from "./feature.js";
import type { FeatureWords } from "./languages.js";
import type { AnyPage } from "./page-definition.js";
import type { FeatureSections, SectionedPage } from "./visit.js";

/** What all features add, in their order. */
export interface JoinedFeatures extends FeatureWords {
  readonly pages: readonly AnyPage[];
  readonly paths: OwnPaths;
  readonly sections: FeatureSections;
  /** The pages that have an entry of the rail. */
  readonly entries: readonly AnyPage[];
  readonly banners: readonly FeatureBanner[];
  /** The names of the pages to which refusals lead, by their codes. */
  readonly leads: ReadonlyMap<string, string>;
}

/** Where a refusal leads instead of a page: to the proof that is missing. */
const BASE_LEADS = {
  UNAUTHORIZED: "signIn",
  SESSION_NOT_FRESH: "confirm",
  INSUFFICIENT_USER_AUTHENTICATION: "confirm",
};

/** Joins what features add. They were checked before. */
export function joinFeatures(features: readonly FeatureParts[]): JoinedFeatures {
  const pages = features.flatMap((feature) => feature.pages);
  const sectionsOf = (page: SectionedPage) =>
    features.flatMap(({ sections }) => sections[page] ?? []);
  return {
    pages,
    paths: Object.fromEntries(pages.map(({ name, path }) => [name, path])),
    sections: {
      profile: sectionsOf("profile"),
      security: sectionsOf("security"),
      settings: sectionsOf("settings"),
      confirm: sectionsOf("confirm"),
    },
    entries: pages.filter(({ rail }) => rail !== null),
    banners: features.flatMap(({ banner }) => banner ?? []),
    refusalsIn: (locale) => joined(features.map(({ refusals }) => refusals(locale))),
    eventsIn: (locale) => joined(features.map(({ events }) => events(locale))),
    leads: new Map(Object.entries(joined([...features.map(({ leads }) => leads), BASE_LEADS]))),
  };
}

/** The last of two of the same name counts. */
const joined = (
  records: readonly Readonly<Record<string, string>>[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(records.flatMap((record) => Object.entries(record)));

/** Paths without parameters first: `/tokens/new` is no id of a token. */
export const byPrecision = (one: AnyPage, other: AnyPage): number =>
  precision(one) < precision(other) ? -1 : 1;

const precision = ({ path }: AnyPage): string => path.replaceAll("/:", "/\u{ffff}");
