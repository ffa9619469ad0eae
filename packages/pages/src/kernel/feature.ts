import type { OwnPaths } from "../href.js";
import type { FrameBanner } from "../kit.js";
import type { Visit } from "./access.js";
import type { AnyPage } from "./page-definition.js";
import type { FeatureSection, SectionedPage } from "./visit.js";

/** What a banner is composed with. */
export type BannerVisit = Visit<"in"> & {
  /** The name of the page that is shown: what the page is about, its banner does not say again. */
  readonly current: string;
};

/** What a feature has to say in the bar below the head of every signed-in page. */
export interface FeatureBanner {
  /** Whether it stands before those of the package, or where they have nothing to say. */
  readonly isFirst: boolean;
  /** Returns what the banner says to this visitor; null for nothing. */
  compose(visit: BannerVisit): Promise<FrameBanner | null>;
}

/** The pages of a feature, as the kernel serves them. */
export interface FeatureParts {
  /** What the feature is called where it is refused. */
  readonly name: string;
  /** The key on `auth` that its pages need; null for none. */
  readonly feature: string | null;
  readonly paths: OwnPaths;
  readonly pages: readonly AnyPage[];
  readonly sections: Readonly<Partial<Record<SectionedPage, FeatureSection>>>;
  readonly banner: FeatureBanner | null;
  /** What its refusals say, by their codes, in a language. */
  readonly refusals: (locale: string) => Readonly<Record<string, string>>;
  /** What its events are called, by their names, in a language. */
  readonly events: (locale: string) => Readonly<Record<string, string>>;
  /** The name of the page to which a refusal leads, by its code. */
  readonly leads: Readonly<Record<string, string>>;
}
