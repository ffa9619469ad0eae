/**
 * Mails and languages: how mails look, the mails of an application's own, and the texts of mails
 * and of the pages behind their links, for the person who adds or changes a language.
 *
 * @packageDocumentation
 */
export type {
  BrandLinkTexts,
  Catalogue,
  CodeMailValues,
  CommonMailValues,
  FactTexts,
  FooterTexts,
  LinkMailValues,
  MailFooterValues,
  MailText,
  MailTextOf,
  MailTexts,
  MailValues,
  MailValuesByTemplate,
} from "./background/language/catalogue.js";
export type {
  BuiltInLocale,
  Language,
  Languages,
  OwnLanguage,
} from "./background/language/languages.js";
export { createLanguages } from "./background/language/languages.js";
export type {
  ButtonPageText,
  EmailChangePageValues,
  EmailPageValues,
  InvitationPageValues,
  OtherAccountPageValues,
  PageTexts,
  PlainPageText,
} from "./background/language/page-texts.js";
export type { Words } from "./background/language/words.js";
export type { Device } from "./background/mail/device.js";
export type { Cause } from "./background/mail/enqueue-notice.js";
export type { Mails, OwnMail } from "./background/mail/enqueue-own-mail.js";
export type { NewPartMail } from "./background/mail/enqueue-part.js";
export type { Scene } from "./background/mail/layouts.js";
export type {
  MailOptions,
  MailToRender,
  RenderContext,
  RenderedMail,
} from "./background/mail/mail-options.js";
export {
  defineMail,
  type MailPart,
  type PartMail,
  type PartName,
  type PartText,
} from "./background/mail/mail-part.js";
export type {
  AboutOrganization,
  AboutPasskey,
  AboutProvider,
  Actor,
  CodeData,
  Mail,
  MailData,
  NoticeData,
  NoticeName,
  Occurrence,
  SecretReference,
  TemplateName,
} from "./background/mail/mails.js";
export type { ApplicationMail, OwnMailText } from "./background/mail/own-mail.js";
export type { SharedGroup } from "./background/mail/templates.js";
