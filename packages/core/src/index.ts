export type { Brand } from "./kernel/brand.js";
export type { OperatorText } from "./kernel/operator-text.js";
export { parseEmailAddress, maskEmailAddress, type EmailAddress } from "./kernel/email-address.js";
export {
  AuthError,
  defineErrors,
  ERRORS,
  isErrorCode,
  type ApplicationError,
  type ApplicationErrorCode,
  type ApplicationErrorKind,
  type ErrorCode,
  type ErrorKind,
  type FieldIssue,
} from "./kernel/errors.js";
export { displayNameFault, type DisplayName } from "./kernel/display-name.js";
export * from "./kernel/ids.js";
export { IMAGE_URL_SHAPE, isDataUrl, isImageUrl, type ImageUrl } from "./kernel/image-url.js";
export { isLoopbackHost } from "./kernel/loopback.js";
export { escapeHtml } from "./kernel/escape-html.js";
export { hasControlCharacter, isPlainText } from "./kernel/plain-text.js";
export { SLUG_GRAMMAR, SLUG_SHAPE, type Slug } from "./organizations/organization/slug.js";
export {
  definePolicy,
  MAX_EMAIL_INPUT,
  POLICY,
  type Policy,
  type PolicyEntry,
  type PolicyName,
  type PolicyUnit,
} from "./kernel/policy.js";
export { ROLES, type Role } from "./kernel/role.js";
export { Secret, type SecretHash } from "./kernel/secret.js";

export type { Clock } from "./ports/clock.js";
export type { ErasureLedger } from "./ports/erasure-ledger.js";
export type { FileStore } from "./ports/file-store.js";
export type { Contributor } from "./store/contributor.js";
export type { Choices } from "./store/env.js";
export type { Digest } from "./ports/digest.js";
export type {
  ExternalIdentity,
  IdentityProvider,
  ProviderFault,
  ProviderVerdict,
  AuthorizationRequest,
} from "./ports/identity-provider.js";
export type { Destinations, LinkedPage, Links } from "./ports/links.js";
export type { Logger, LogFields } from "./ports/logger.js";
export type { Mailer, OutgoingMail } from "./ports/mailer.js";
export type { AnsweredRequest, HashQueue, Metrics, SignInOutcome } from "./ports/metrics.js";
export type { PasswordCheck, PasswordHash, PasswordHasher } from "./ports/password-hasher.js";
export type { Random } from "./ports/random.js";
export type { LimiterTier, RateLimiter, RateVerdict } from "./ports/rate-limiter.js";
export type { Scheduler } from "./ports/scheduler.js";
export type { Sealer, SealPurpose } from "./ports/sealer.js";
export type { Hearer, Published } from "./store/hearer.js";
export type { StoreWith, TxWith } from "./store/feature-stores.js";
export {
  isStoreConflict,
  isStoreUnavailable,
  type KeyUse,
  type Retention,
  type Store,
  type StoreConflict,
  type StoreHealth,
  type Stores,
  type StoreUnavailable,
  type Tx,
} from "./store/store.js";
export {
  OWNERSHIP,
  type AccountRecovery,
  type EmailChangeRemoval,
  type ErasureRemoval,
  type Ownership,
  type OwnershipColumn,
  type Removal,
  type RemoveRows,
  STORED_SECTIONS,
  type StoredSection,
} from "./store/ownership.js";
export {
  SIGN_IN_METHODS,
  type CredentialCounter,
  type CredentialStores,
  type SignInMethod,
  type SignInMethodOption,
  type SignInMethodRow,
} from "./store/sign-in-methods.js";
export type { TokenClaims, TokenPurpose, TokenSigner, TokenVerdict } from "./ports/token-signer.js";

export type {
  Assertion,
  AuthenticationAnswer,
  AuthenticationRequest,
  AuthenticationResponse,
  AuthenticatorTransport,
  CeremonyOptions,
  CeremonyVerdict,
  ClientData,
  CredentialHint,
  DeviceType,
  NewCredential,
  RegistrationRequest,
  RegistrationResponse,
  RelyingParty,
  VerifiableCredential,
  WebAuthn,
} from "./ports/webauthn.js";

export type {
  AuditEntry,
  AuditPosition,
  AuditQuery,
  AuditRecord,
  AuditScope,
  AuditStore,
  NamedEntry,
  NamedUser,
} from "./background/audit-log/audit-store.js";
export {
  defineEvents,
  type ApplicationEvent,
  type ApplicationEventName,
  type DefinedEvents,
  type DetailOf,
  type EventDefinitions,
  type NameOf,
  type Subscribable,
} from "./background/audit-log/application-event.js";
export type { ApplicationEntry } from "./background/audit-log/record-application-event.js";
export {
  AUDIT_EVENTS,
  type AuditDetail,
  type AuditEvent,
  type EventRow,
  type RefusableEvent,
} from "./background/audit-log/events.js";
export type { Events } from "./background/events/subscribers.js";
export { on } from "./on.js";
export type {
  AuthEvent,
  Created,
  CreationEvent,
  EventHandlers,
  OneEvent,
  Subscriber,
  WithinHandler,
} from "./store/subscriber.js";
export {
  CODE_TYPES,
  type CodeType,
  type OneTimeCode,
  type OneTimeCodeStore,
} from "./sign-in/email-otp/one-time-code-store.js";
export type {
  CheckedDeletionRequest,
  DeletionOutcome,
  DeletionPosition,
  DeletionRequest,
  DeletionRequestStore,
  DeletionStatus,
} from "./lifecycle/account-deletion/deletion-request-store.js";
export type {
  ExportPosition,
  ExportRequest,
  ExportRequestStore,
  ExportStatus,
} from "./lifecycle/data-export/export-request-store.js";
export type { FileChunkStore } from "./lifecycle/data-export/file-chunk-store.js";
export type {
  BaseJobKind,
  FeatureJobKind,
  Job,
  JobKind,
  JobPayload,
  JobStore,
} from "./background/jobs/job-store.js";
export type {
  Invitation,
  InvitationLink,
  InvitationStatus,
  InvitationStore,
  ShownInvitation,
} from "./organizations/invitation/invitation-store.js";
export type {
  Member,
  MemberPosition,
  Membership,
  MembershipStore,
  Owner,
} from "./organizations/membership/membership-store.js";
export type {
  CheckedOrganization,
  CheckedOrganizationChange,
  LockedOrganization,
  Organization,
  OrganizationChange,
  OrganizationOfUser,
  OrganizationStore,
} from "./organizations/organization/organization-store.js";
export {
  metadataFault,
  type Metadata,
  type OrganizationMetadata,
} from "./organizations/organization/metadata.js";
export type { LinkedAccount, LinkedAccountStore } from "./sign-in/oauth/linked-account-store.js";
export type { OAuthState, OAuthStateStore } from "./sign-in/oauth/oauth-state-store.js";
export type {
  Ceremony,
  PasskeyChallenge,
  PasskeyChallengeStore,
} from "./sign-in/passkey/challenge-store.js";
export type {
  CheckedPasskey,
  Passkey,
  PasskeyStore,
  PasskeyUse,
} from "./sign-in/passkey/passkey-store.js";
export type {
  CheckedMailedLink,
  LinkPurpose,
  MailedLink,
  MailedLinkStore,
} from "./sign-in/mailed-link/mailed-link-store.js";
export type { FailureStreak, FailureStreakStore } from "./sign-in/password/failure-streak-store.js";
export type {
  NewPassword,
  NewPasswordHash,
  Password,
  PasswordStore,
} from "./sign-in/password/password-store.js";
export type { PasswordBlocklist } from "./ports/password-blocklist.js";
export type { OutboxMail, OutboxStore } from "./background/mail/outbox-store.js";
export { createLanguages } from "./background/language/languages.js";
export type {
  BuiltInLocale,
  Language,
  Languages,
  OwnLanguage,
} from "./background/language/languages.js";
export type {
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
  ButtonPageText,
  EmailChangePageValues,
  EmailPageValues,
  InvitationPageValues,
  PageTexts,
  PlainPageText,
} from "./background/language/page-texts.js";
export type { Device } from "./background/mail/device.js";
export type { MailBrand } from "./background/mail/mail-brand.js";
export type { Mails, OwnMail } from "./background/mail/enqueue-own-mail.js";
export type { ApplicationMail, OwnMailText } from "./background/mail/own-mail.js";
export type {
  MailOptions,
  MailToRender,
  RenderContext,
  RenderedMail,
} from "./background/mail/mail-options.js";
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
export type { CounterReading, CounterStore } from "./background/rate-limit/counter-store.js";
export type {
  ActiveMembership,
  Caller,
  CallerSession,
  CallerStore,
} from "./account/session/caller-store.js";
export type {
  Session,
  SessionRenewal,
  SessionStore,
  SessionTouch,
} from "./account/session/session-store.js";
export type { KnownBrowser, KnownBrowserStore } from "./account/session/known-browser-store.js";
export type {
  CheckedProfileChange,
  CheckedUser,
  EmailChangeOutcome,
  LockedUser,
  User,
  UserStore,
  Suspension,
  UserFilter,
  UserQuery,
  UserRecord,
} from "./account/user/user-store.js";
export * from "./organizations/access-control/permissions.js";

export type {
  AccessControl,
  Explanation,
  PermissionIn,
} from "./organizations/access-control/access-control.js";
export type { Fresh, GrantClaims, Granted } from "./organizations/access-control/granted.js";
export type { Client } from "./kernel/client.js";
export {
  createAuth,
  createPasswordHasher,
  decodeSecret,
  directoryFiles,
  fileErasureLedger,
  preloadLibraries,
  SECRET_SHAPE,
  silentLogger,
} from "./create-auth.js";
export type { AuthOptions, Ports } from "./auth-options.js";
export {
  defineFeature,
  type AnyFeature,
  type ExportPart,
  type Feature,
  type FeatureEnv,
  type FeatureJob,
  type FeatureOwnership,
  type FeatureSignIn,
  type FeaturesOf,
  type LimitsOf,
  type NewFeatureJob,
  type NoStores,
  type PermissionsOf,
  type PlainFeature,
  type StoresOf,
} from "./feature.js";
export type { JobCancellation, LeasedJob } from "./background/jobs/job-handler.js";
export {
  defineMail,
  type MailPart,
  type PartMail,
  type PartName,
  type PartText,
} from "./background/mail/mail-part.js";
export type { NewPartMail } from "./background/mail/enqueue-part.js";
export type { Cause } from "./background/mail/enqueue-notice.js";
export type { Scene } from "./background/mail/layouts.js";
export type { SharedGroup } from "./background/mail/templates.js";
export type { QueueTask } from "./background/worker/queue-task.js";
export type { Auth, AuthWith } from "./auth.js";
export type { ErasureCheck, ErasureReplay, Erasures } from "./lifecycle/erasure/erasure.js";
export type { ErasureStore } from "./lifecycle/erasure/erasure-store.js";
export { formErasureEntry, parseErasureEntry, type ErasureEntry } from "./kernel/erasure-entry.js";
export type { AuditLog, AuditPage, PageRequest } from "./organizations/audit-log/audit-log.js";
export type {
  AuditActor,
  AuditTarget,
  ShownAuditEntry,
} from "./organizations/audit-log/shown-entry.js";
export type {
  ConfirmedEmailChange,
  EmailChange,
  EmailChangeInput,
  PendingEmailChange,
} from "./sign-in/email-change/email-change.js";
export type { CodeAttempt } from "./sign-in/email-otp/compare-code.procedure.js";
export type { CodeSignIn, EmailOtp } from "./sign-in/email-otp/email-otp.js";
export type {
  EmailVerification,
  VerificationClaims,
} from "./sign-in/email-verification/email-verification.js";
export type {
  AcceptedInvitation,
  InvitationAnswers,
  InvitationKey,
} from "./organizations/invitation/answer-invitation.procedure.js";
export type { Invitations, NewInvitation } from "./organizations/invitation/invitation.js";
export type {
  MemberPage,
  MemberPageRequest,
  MemberReader,
} from "./organizations/membership/read-members.procedure.js";
export type { OwnershipTransfer } from "./organizations/membership/pass-ownership.js";
export type { Memberships, RoleChange } from "./organizations/membership/membership.js";
export type {
  CreatedOrganization,
  NewOrganization,
  OrganizationKey,
  Organizations,
} from "./organizations/organization/organization.js";
export type {
  MagicLinkRequest,
  MagicLinks,
  MagicLinkSignIn,
} from "./sign-in/magic-link/magic-link.js";
export type { OAuth, OAuthInput, StartedAuthorization } from "./sign-in/oauth/oauth.js";
export type { OAuthOutcome } from "./sign-in/oauth/oauth-outcome.js";
export type { OAuthFault, ProviderRefusal } from "./sign-in/oauth/oauth-fault.js";
export type {
  Passkeys,
  PreparedAuthentication,
  RegistrationAnswer,
  RegistrationInput,
} from "./sign-in/passkey/passkey.js";
export {
  deletionReasonFault,
  type DeletionReason,
} from "./lifecycle/account-deletion/deletion-reason.js";
export type {
  AccountDeletion,
  DeletionInput,
  DeletionPreview,
  SoleOwnership,
} from "./lifecycle/account-deletion/account-deletion.js";
export type {
  DataExport,
  ExportDownload,
  ShownExport,
} from "./lifecycle/data-export/data-export.js";
export type {
  NewUserInput,
  OperatorInput,
  SuspensionInput,
  VerificationInput,
} from "./operators/users/operator-input.js";
export type {
  UserActivityPage,
  UserPage,
  UserPageRequest,
  Users,
} from "./operators/users/users.js";
export type { ListedMethod, SignInMethods } from "./account/sign-in-method/sign-in-method.js";
export type { OfferedMethods, OfferedProvider } from "./account/sign-in-method/offered-methods.js";
export type { BrowserBinding } from "./sign-in/browser/bind-browser.js";
export type {
  PasswordReset,
  PasswordResetLink,
  ResetByCode,
  ResetByLink,
} from "./sign-in/password-reset/password-reset.js";
export type {
  ChangedPassword,
  PasswordChange,
  Passwords,
  PasswordSignIn,
  SignedUp,
  SignUp,
} from "./sign-in/password/password.js";
export type { Preferences, ProfileChange, Profiles } from "./account/profile/profile.js";
export type { EndedOthers } from "./account/session/end-other-sessions.js";
export type { SignedIn } from "./account/session/open-session.js";
export type { RenewedSession } from "./account/session/renew-token.js";
export type { FreshCaller, Sessions } from "./account/session/session.js";
export type { Task } from "./background/worker/task-loop.js";
export type { TimeLimit } from "./background/worker/run-within.procedure.js";
export type { Worker } from "./background/worker/worker.js";
export type { Keys, SecretUse } from "./operators/keys/keys.js";
export type {
  DeadRow,
  QueuedRow,
  QueueName,
  QueueRemoval,
} from "./background/worker/queue-task.js";
export type {
  Backlog,
  DuePosition,
  LeasedQueue,
  CallQueue,
  Claim,
  QueuePosition,
  QueueRow,
} from "./background/leased-queue/leased-queue-store.js";
export { after, DAY, HOUR, isPast, MINUTE, SECOND } from "./kernel/duration.js";

// for features
export { isApplicationEvent } from "./background/audit-log/application-event.js";
export {
  createQueueTask,
  type Attempt,
  type Lease,
  type Outcome,
  type QueueWork,
} from "./background/leased-queue/drain-queue.procedure.js";
export { refuseField } from "./kernel/refuse-field.js";
export { ERASED_EVENT } from "./store/erasure-event.js";
