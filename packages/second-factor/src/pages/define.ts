import { type FeatureKit, pagesOf } from "@acme/auth-pages";
import type { SecondFactor } from "../second-factor-api.js";
import { PATHS } from "./paths.js";
import { type SecondFactorTexts, TEXTS } from "./texts/texts.js";

/** What the pages of the second factor are defined with. */
export const { page, pages } = pagesOf<{ readonly secondFactor: SecondFactor }>()({
  name: "secondFactor",
  feature: "secondFactor",
  paths: PATHS,
  texts: TEXTS,
});

/** What their templates are given. */
export type OwnKit = FeatureKit<typeof PATHS, SecondFactorTexts>;
