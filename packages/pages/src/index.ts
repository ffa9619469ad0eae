/**
 * Ready account pages: server-rendered, branded, and working without JavaScript.
 *
 * @packageDocumentation
 */
export {
  createPages,
  type FeaturePages,
  type PagesOptions,
  type PageTemplates,
} from "./create-pages.js";
export { PAGE_PATHS, type PageName, type PageParameters } from "./page-paths.js";
export type { FeatureSection } from "./kernel/visit.js";
