/**
 * Internal, and outside semantic versioning: what `@acme/auth-http`, the adapters and the reference
 * server share with this package. Any release may change or remove it. An application imports
 * `@acme/auth-core`, `@acme/auth-core/store`, `@acme/auth-core/texts` and
 * `@acme/auth-core/providers`.
 *
 * @packageDocumentation
 */
export { requireTaken } from "./account/session/authenticators.js";
export {
  challengeOf,
  type Demand,
  meetsDemand,
  parseDemand,
  type Proofs,
  type UnmetDemand,
} from "./account/session/demand.js";
export { isApplicationEvent } from "./background/audit-log/application-event.js";
export {
  isAuditEvent,
  isRefusedAttempt,
  type RefusedAttempt,
} from "./background/audit-log/events.js";
export {
  type Attempt,
  createQueueTask,
  type Lease,
  type Outcome,
  type QueueEnv,
  type QueueWork,
} from "./background/leased-queue/drain-queue.procedure.js";
export { deviceOf } from "./background/mail/device.js";
export { type BrandLink, brandLinks } from "./background/mail/mail-frame.js";
export {
  decodeSecret,
  isWorkerd,
  preloadLibraries,
  SECRET_SHAPE,
  styleSource,
} from "./create-auth.js";
export { BRAND_RULES, DEFAULT_BRAND, markLetter } from "./kernel/app-brand.js";
export { type BrandPaint, type BrandTokens, brandTokens } from "./kernel/brand-tokens.js";
export { isColor } from "./kernel/color.js";
export { displayNameFault } from "./kernel/display-name.js";
export { after, DAY, HOUR, isPast, MINUTE, SECOND } from "./kernel/duration.js";
export { maskEmailAddress } from "./kernel/email-address.js";
export { isErrorCode } from "./kernel/errors.js";
export { escapeHtml } from "./kernel/escape-html.js";
export { uuidV7 } from "./kernel/ids.js";
export { IMAGE_URL_SHAPE, isDataUrl, isImageUrl } from "./kernel/image-url.js";
export { isLoopbackHost } from "./kernel/loopback.js";
export { PALETTE, type Palette, type Theme } from "./kernel/palette.js";
export { hasControlCharacter, isPlainText } from "./kernel/plain-text.js";
export { MAX_EMAIL_INPUT } from "./kernel/policy.js";
export { refuseField } from "./kernel/refuse-field.js";
export { sessionCookieName } from "./kernel/session-cookie-name.js";
export { parseEmailDomain } from "./kernel/sign-up-rule.js";
export { deletionReasonFault } from "./lifecycle/account-deletion/deletion-reason.js";
export { meetsOrganization } from "./organizations/access-control/meets-organization.js";
export { memberSearchFault } from "./organizations/membership/member-search.js";
export { metadataFault } from "./organizations/organization/metadata.js";
export { SLUG_GRAMMAR, SLUG_SHAPE } from "./organizations/organization/slug.js";
export { CARRIER_ERRORS } from "./store/carrier-errors.js";
export { SIGN_IN_ORDER } from "./store/sign-in-methods.js";
