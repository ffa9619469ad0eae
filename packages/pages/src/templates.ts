/**
 * What templates are made of: what each is given, and the parts that it lays out.
 *
 * @packageDocumentation
 */
export type { Formats } from "./formats.js";
export { Href, type PageArguments, type PageHrefParts } from "./href.js";
export type {
  AssetName,
  Flash,
  Frame,
  FrameBanner,
  FrameOrganization,
  FramePerson,
  HiddenValues,
  Kit,
  KitBrand,
  RailEntry,
  RailGroup,
  Template,
  Theme,
} from "./kit.js";
export { accountLayout } from "./layouts/account-layout.js";
export type { PageContent } from "./layouts/document.js";
export { entryLayout } from "./layouts/entry-layout.js";
export { avatar } from "./parts/avatar.js";
export { badge, type BadgeKind } from "./parts/badge.js";
export {
  button,
  type ButtonKind,
  type ButtonOptions,
  dialogLink,
  link,
  linkButton,
  type LinkButtonOptions,
  providerButton,
  textButton,
  wayButton,
  wayLink,
  type WayOptions,
} from "./parts/buttons.js";
export { confirmation, type ConfirmationOptions } from "./parts/confirmation.js";
export {
  choice,
  type ChoiceOptions,
  codeField,
  field,
  type FieldOptions,
  select,
  type SelectOptions,
  textArea,
  type TextAreaOptions,
} from "./parts/fields.js";
export {
  form,
  type FormOptions,
  hiddenField,
  message,
  refusal,
  saved,
  searchForm,
  type SearchOptions,
} from "./parts/forms.js";
export { icon, type IconName } from "./parts/icons.js";
export { menu, type MenuOptions } from "./parts/menu.js";
export { providerMark } from "./parts/provider-marks.js";
export {
  actions,
  divider,
  doneIn,
  emptyState,
  folded,
  heading,
  type HeadingOptions,
  isolated,
  list,
  row,
  rowIcon,
  type RowOptions,
  savedIn,
  section,
  type SectionOptions,
  strong,
} from "./parts/sections.js";
export type { PagesTexts } from "./texts/pages-texts.js";
export type { FrameTexts } from "./texts/frame-texts.js";
