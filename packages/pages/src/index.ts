/**
 * Ready account pages: server-rendered, branded, and working without JavaScript.
 *
 * @packageDocumentation
 */
export {
  type AnyFeaturePages,
  type AskedPermissions,
  createPages,
  type NeededAuth,
  type PagesOptions,
  type PageTemplates,
} from "./create-pages.js";
export {
  type AddedPages,
  type FeatureContext,
  type FeatureKit,
  type FeatureOptions,
  type FeaturePageFacts,
  type FeaturePages,
  type LoadSection,
  type OwnVisit,
  type PagesOfFeature,
  pagesOf,
  type SettingsVisit,
  type WithOwnPages,
  type WithOwnTexts,
} from "./feature-pages.js";
export type {
  AnyAccess,
  FeatureAccess,
  PageAccess,
  PagePermission,
  Proven,
  Visit,
} from "./kernel/access.js";
export { formatsOf } from "./formats.js";
export type { FormState, WithForm } from "./kernel/form-state.js";
export type { NextRules } from "./kernel/next.js";
export type {
  AnyPage,
  BaseContext,
  Fields,
  FieldSchema,
  Opening,
  Page,
  PageContext,
  PageDefinition,
  PageFacts,
  PageLayout,
  PagePlace,
  PageTemplate,
  Posting,
  SaysRefusal,
  Leading,
  Looking,
} from "./kernel/page-definition.js";
export type { MailedWay, Step, StepInvitation } from "./kernel/step.js";
export type { Layouts } from "./layouts/layouts.js";
export type { BannerVisit, FeatureBanner, FeatureParts } from "./kernel/feature.js";
export type { FrameBanner } from "./kit.js";
export type { FlashKey, FlashMessage } from "./kernel/flash.js";
export {
  type Draw,
  go,
  type Kept,
  type Leave,
  type Outcome,
  send,
  type Sent,
  show,
  type Shown,
  type TemplatesInUse,
} from "./kernel/outcome.js";
export type {
  AnyVisit,
  FeatureSection,
  FeatureSections,
  LoadingSection,
  RefusedForm,
  SectionDrawing,
  SectionedPage,
} from "./kernel/visit.js";
export type { AnyHrefs, OwnHrefs, OwnPaths, PageHrefs, PathArguments } from "./href.js";
export { PAGE_PATHS, type PageName, type PageParameters, type ParameterOf } from "./page-paths.js";
export type { ANSWERS } from "./pages/answers.js";
export { PROVED } from "./kernel/proved.js";
export { afterSignIn } from "./pages/after-sign-in.js";
export { typedPassword } from "./pages/account/typed-password.js";
export { assertionIn } from "./pages/passkey-form.js";
export type { PAGES } from "./pages/pages.js";
