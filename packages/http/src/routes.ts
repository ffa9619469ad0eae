// What the routes of a feature are made of: `@acme/auth-http/routes`.
export {
  type Admitted,
  type Call,
  type Needs,
  type Parsed,
  type Route,
  route,
  routeOf,
} from "./kernel/route.js";
export { type FieldsFrom, type FieldsSource, fieldsOf } from "./shown-fields.js";
export { type Input, loadZod, once, type Output, type Schema, z } from "./kernel/zod.js";
export {
  codeField,
  emailField,
  idField,
  imageField,
  metadataField,
  nameField,
  passwordField,
  recordField,
  slugField,
  textField,
  timestamp,
  tokenField,
  urlField,
} from "./schemas/fields.js";
export { readContinuationToken } from "./kernel/cookies.js";
export { emphasize, html, marked } from "./pages/html.js";
export {
  beginningAt,
  type DeadLink,
  deadLinkAnswer,
  donePage,
  noteBelow,
  tokenForm,
} from "./pages/mailed-link-pages.js";
export { type Page, showPage } from "./pages/pages.js";
export { type Reader, readerOf } from "./pages/reader.js";
export { safeRedirectTarget } from "./site/redirects.js";
export { userView, viewUser } from "./views/user.view.js";
export { organizationChange } from "./schemas/organization-change.js";
export {
  invitationView,
  membershipView,
  memberView,
  organizationView,
  viewInvitation,
  viewMember,
  viewMembership,
  viewOrganization,
} from "./views/organization.view.js";
export { passkeySignalsView, viewPasskeySignals } from "./views/passkey-signals.view.js";
export { OK, ok, status, STATUS_OK, SUCCESS, success } from "./views/outcome.view.js";
