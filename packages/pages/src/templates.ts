/**
 * What templates are made of: what each is given, and the parts that it lays out.
 *
 * @packageDocumentation
 */
export { isAuditEvent, markLetter } from "@acme/auth-core/surface";
export type { PageTemplates } from "./create-pages.js";
export type { Formats } from "./formats.js";
export { Href, type PageArguments, type PageHrefParts, webHref } from "./href.js";
export type { FormState, WithForm } from "./kernel/form-state.js";
export type { PageTemplate } from "./kernel/page-definition.js";
export type { MailedWay } from "./kernel/step.js";
export type {
  AssetName,
  Flash,
  Frame,
  FrameBanner,
  FrameInvitation,
  FrameOrganization,
  FramePasskeys,
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
export type { Layouts } from "./layouts/layouts.js";
export type { ActivityEntryView, ActivityView } from "./pages/account/activity.js";
export type { CopyView, DataPageView } from "./pages/account/data.js";
export type { DeletionView, OwnedView } from "./pages/account/deletion.js";
export { deviceName, isHandheld } from "./pages/account/device-words.js";
export type { EmailView } from "./pages/account/email.js";
export type { UnlinkView } from "./pages/account/linked-accounts.js";
export type { PasskeyView } from "./pages/account/passkey-words.js";
export type { PasswordView } from "./pages/account/password.js";
export type { ProfileView } from "./pages/account/profile.js";
export type { AccountView, SecurityView } from "./pages/account/security-view.js";
export type { EndOthersView, SessionsView, SessionView } from "./pages/account/sessions.js";
export type { ConfirmView } from "./pages/confirm-template.js";
export type { ErrorView } from "./pages/error-pages.js";
export type { ForgotPasswordView } from "./pages/forgot-password.js";
export type { InvitationView } from "./pages/invitation-template.js";
export type { LeadingAwayView } from "./pages/leading-away.js";
export { passkeyForm, type PasskeyForm } from "./pages/passkey-form.js";
export type { AuditFilterFields } from "./pages/organizations/audit-filter.js";
export type { AuditEntryView, AuditLogView } from "./pages/organizations/audit-log.js";
export type { DeleteOrganizationView } from "./pages/organizations/delete.js";
export type { InvitationsView, ListedInvitation } from "./pages/organizations/invitations.js";
export type { LeaveView } from "./pages/organizations/leave.js";
export type { MemberView } from "./pages/organizations/member.js";
export type { MembersView } from "./pages/organizations/members.js";
export type { NewInvitationsView, RefusedAddress } from "./pages/organizations/new-invitations.js";
export type { OrganizationsView, WaitingInvitation } from "./pages/organizations/organizations.js";
export type { SettingsView } from "./pages/organizations/settings.js";
export type { TransferView } from "./pages/organizations/transfer.js";
export type { ResetPasswordView } from "./pages/reset-password.js";
export type { SignInCodeView } from "./pages/sign-in-code.js";
export type { SignInLinkView } from "./pages/sign-in-link.js";
export type { SignInPasswordView } from "./pages/sign-in-password.js";
export type { SignInView } from "./pages/sign-in.js";
export type { SignUpView } from "./pages/sign-up.js";
export type { VerifyFirstView } from "./pages/verify-first.js";
export type { WelcomeView } from "./pages/welcome.js";
export { withAddresses } from "./parts/addresses.js";
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
  type Look,
  providerButton,
  textButton,
  wayButton,
  wayLink,
  type WayOptions,
} from "./parts/buttons.js";
export { checkbox, type CheckboxOptions } from "./parts/checkbox.js";
export { confirmation, type ConfirmationOptions } from "./parts/confirmation.js";
export { days } from "./parts/days.js";
export {
  type Attributes,
  element,
  type ElementName,
  type PlainAttribute,
  type PlainValue,
  type UrlAttributes,
} from "./parts/element.js";
export {
  type Around,
  choice,
  type ChoiceOptions,
  codeField,
  field,
  type FieldOptions,
  hiddenUsername,
  select,
  type SelectOptions,
  textArea,
  type TextAreaOptions,
} from "./parts/fields.js";
export {
  flashMessage,
  form,
  type FormOptions,
  hiddenField,
  message,
  refusal,
  resendForm,
  type ResendOptions,
  saved,
  searchForm,
  type SearchOptions,
} from "./parts/forms.js";
export { icon, type IconName } from "./parts/icons.js";
export { menu, type MenuOptions } from "./parts/menu.js";
export { type OwnField, ownField } from "./parts/own-field.js";
export { providerMark } from "./parts/provider-marks.js";
export {
  actions,
  divider,
  doneIn,
  emptyState,
  folded,
  foldedWay,
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
export { filled, time, type TimeForm } from "./parts/times.js";
export type { AccountFieldTexts } from "./texts/account-field-texts.js";
export type { AccountFlashTexts } from "./texts/account-flash-texts.js";
export type { ActivityTexts } from "./texts/activity-texts.js";
export type { AuditLogTexts } from "./texts/audit-log-texts.js";
export type { BannerTexts } from "./texts/banner-texts.js";
export type { ConfirmTexts } from "./texts/confirm-texts.js";
export type { DataTexts } from "./texts/data-texts.js";
export type { DeletionTexts } from "./texts/deletion-texts.js";
export type { DeviceTexts } from "./texts/device-texts.js";
export type { ErrorTexts } from "./texts/error-texts.js";
export type { EventTexts } from "./texts/events/event-table.js";
export type { FieldFault } from "./texts/field-fault.js";
export type { FieldTexts } from "./texts/field-texts.js";
export type { FlashText } from "./texts/flash-text.js";
export type { FlashTexts } from "./texts/flash-texts.js";
export type { FrameTexts } from "./texts/frame-texts.js";
export type { InvitationTexts } from "./texts/invitation-texts.js";
export type { JoiningTexts } from "./texts/joining-texts.js";
export type { LeadingTexts } from "./texts/leading-texts.js";
export type { LinkTexts } from "./texts/link-texts.js";
export type { MemberTexts } from "./texts/member-texts.js";
export type { OrganizationFieldTexts } from "./texts/organization-field-texts.js";
export type { OrganizationFlashTexts } from "./texts/organization-flash-texts.js";
export type { OrganizationTexts } from "./texts/organization-texts.js";
export type { PagesTexts } from "./texts/pages-texts.js";
export type { PasskeyTexts } from "./texts/passkey-texts.js";
export type { PasswordSignInTexts } from "./texts/password-sign-in-texts.js";
export type { PasswordTexts } from "./texts/password-texts.js";
export type { PreferenceTexts } from "./texts/preference-texts.js";
export type { ProfileTexts } from "./texts/profile-texts.js";
export type { RailTexts } from "./texts/rail-texts.js";
export type { RefusalTexts } from "./texts/refusals/refusal-table.js";
export type { RoleText, RoleTexts } from "./texts/role-texts.js";
export type { SecurityTexts } from "./texts/security-texts.js";
export type { SettingsTexts } from "./texts/settings-texts.js";
export type { SignInTexts } from "./texts/sign-in-texts.js";
export type { SignOutTexts } from "./texts/sign-out-texts.js";
export type { WayTexts } from "./texts/way-texts.js";
export type { WelcomeTexts } from "./texts/welcome-texts.js";
