/**
 * What an application programs against: `createAuth` and its options, what it returns and refuses,
 * errors, events, permissions, and the ports that an application may implement. What the writer of
 * a store needs besides is in `@acme/auth-core/store`, mails and languages are in
 * `@acme/auth-core/texts`, and external providers in `@acme/auth-core/providers`.
 *
 * @packageDocumentation
 */
export type { Preferences, ProfileChange, Profiles } from "./account/profile/profile.js";
export type { Authenticators, PresentedToken } from "./account/session/authenticators.js";
export type {
  ActiveMembership,
  Caller,
  CallerSession,
  SessionProof,
} from "./account/session/caller-store.js";
export type { DemandOptions, SteppedUp, Within } from "./account/session/demand.js";
export type { EndedOthers } from "./account/session/end-other-sessions.js";
export { isGrantCaller } from "./account/session/is-grant-caller.js";
export { methodsOf } from "./account/session/methods-of.js";
export { isWithheld, type SignedIn } from "./account/session/open-session.js";
export type { RenewedSession } from "./account/session/renew-token.js";
export type { FreshCaller, Sessions } from "./account/session/session.js";
export type { Session } from "./account/session/session-store.js";
export { withheldRefusal } from "./account/session/withheld-refusal.js";
export type { OfferedMethods, OfferedProvider } from "./account/sign-in-method/offered-methods.js";
export type { ListedMethod, SignInMethods } from "./account/sign-in-method/sign-in-method.js";
export { isSuspended } from "./account/user/suspension.js";
export type {
  Enrolment,
  Suspension,
  User,
  UserFilter,
  UserQuery,
  UserRecord,
} from "./account/user/user-store.js";
export type { UserFields } from "./account/user-fields/user-fields.js";
export type { Auth, Operators } from "./auth.js";
export type { AuthWith } from "./auth.js";
export type { AuthOptions, Ports } from "./auth-options.js";
export {
  type ApplicationEvent,
  type ApplicationEventName,
  type DefinedEvents,
  defineEvents,
  type DetailOf,
  type EventDefinitions,
  type NameOf,
  type Subscribable,
} from "./background/audit-log/application-event.js";
export type {
  AuditEntry,
  AuditPosition,
  AuditRecord,
  AuditRecordFilter,
  AuditRecordQuery,
  NamedRecord,
} from "./background/audit-log/audit-store.js";
export {
  AUDIT_EVENTS,
  type AuditDetail,
  type AuditEvent,
  type EventRow,
  type RefusableEvent,
} from "./background/audit-log/events.js";
export type { ApplicationEntry } from "./background/audit-log/record-application-event.js";
export type { Events } from "./background/events/subscribers.js";
export type { JobCancellation, LeasedJob } from "./background/jobs/job-handler.js";
export type { FeatureJobKind } from "./background/jobs/job-store.js";
export type {
  Backlog,
  DuePosition,
  QueuePosition,
  QueueRow,
} from "./background/leased-queue/leased-queue-store.js";
export type {
  DeadRow,
  QueuedRow,
  QueueName,
  QueueRemoval,
} from "./background/worker/queue-task.js";
export type { QueueTask } from "./background/worker/queue-task.js";
export type { BaseQueueName } from "./background/worker/queue-task.js";
export type { TimeLimit } from "./background/worker/run-within.procedure.js";
export type { Task } from "./background/worker/task-loop.js";
export type { Worker } from "./background/worker/worker.js";
export type { Backlogs } from "./background/worker/worker.js";
export {
  createAuth,
  createPasswordHasher,
  directoryFiles,
  fileErasureLedger,
  type PasswordAlgorithm,
  type PasswordHasherOptions,
  silentLogger,
} from "./create-auth.js";
export type { FeatureAuthentication } from "./feature.js";
export type { LimitsIn, PermissionsIn, StoresTaken } from "./feature.js";
export {
  type AnyAuthenticator,
  type AnyFeature,
  type AnyGate,
  type AnySignIn,
  defineFeature,
  type ExportPart,
  type Feature,
  type FeatureAuthenticator,
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
  type SignInGate,
  type StoresOf,
} from "./feature.js";
export type { FeatureSessions, SessionChange } from "./feature-sessions.js";
export type { AppBrand, Corners } from "./kernel/app-brand.js";
export type { Brand } from "./kernel/brand.js";
export type { GivenFields } from "./kernel/check-fields.js";
export type { Client } from "./kernel/client.js";
export type { Continuation, ContinuationCookie } from "./kernel/continuation.js";
export { type EmailAddress, parseEmailAddress } from "./kernel/email-address.js";
export { type ErasureEntry, formErasureEntry, parseErasureEntry } from "./kernel/erasure-entry.js";
export {
  type ApplicationError,
  type ApplicationErrorCode,
  type ApplicationErrorKind,
  AuthError,
  defineErrors,
  type ErrorCode,
  type ErrorKind,
  ERRORS,
  type FieldIssue,
} from "./kernel/errors.js";
export type {
  FieldSchema,
  JsonSchemaWriter,
  SchemaIssue,
  SchemaResult,
} from "./kernel/field-schema.js";
export {
  type AnyId,
  type AuditEntryId,
  type DeletionRequestId,
  type ExportRequestId,
  type InvitationId,
  type LinkedAccountId,
  type MailedLinkId,
  type MembershipId,
  type OrganizationId,
  parseId,
  type PasskeyId,
  type SessionId,
  toId,
  type UserId,
} from "./kernel/ids.js";
export type { JsonValue } from "./kernel/json-value.js";
export {
  definePolicy,
  POLICY,
  type Policy,
  type PolicyEntry,
  type PolicyName,
  type PolicyUnit,
} from "./kernel/policy.js";
export { type Role, ROLES } from "./kernel/role.js";
export { Secret, type SecretHash } from "./kernel/secret.js";
export type { SignUpRule } from "./kernel/sign-up-rule.js";
export {
  type AcceptedFields,
  type DefaultedField,
  defineUserFields,
  type DescribedField,
  type FieldAt,
  type FieldInput,
  type FieldInputs,
  type FieldJsonSchemas,
  type FieldOutput,
  type FieldsOf,
  type ShownFields,
  type StoredFields,
  type UserField,
  type UserFieldDoor,
  type UserFieldOptions,
  type UserFieldView,
} from "./kernel/user-fields.js";
export type {
  AccountDeletion,
  DeletionInput,
  DeletionPreview,
  SoleOwnership,
} from "./lifecycle/account-deletion/account-deletion.js";
export type {
  DeletionRequest,
  DeletionStatus,
} from "./lifecycle/account-deletion/deletion-request-store.js";
export type {
  DataExport,
  ExportDownload,
  ShownExport,
} from "./lifecycle/data-export/data-export.js";
export type { ExportRequest, ExportStatus } from "./lifecycle/data-export/export-request-store.js";
export type { ErasureCheck, ErasureReplay, Erasures } from "./lifecycle/erasure/erasure.js";
export { on } from "./on.js";
export type {
  AuditRecordPage,
  AuditRecordPageRequest,
  AuditRecords,
} from "./operators/audit-records/audit-records.js";
export type {
  FollowRequest,
  StopSignal,
} from "./operators/audit-records/follow-records.procedure.js";
export type { Keys, SecretUse } from "./operators/keys/keys.js";
export type {
  OperatedOrganizations,
  OrganizationDescription,
  OrganizationListRequest,
  OrganizationPage,
} from "./operators/organizations/organizations.js";
export type { TransferInput } from "./operators/organizations/transfer-ownership.procedure.js";
export type {
  DescribedMembership,
  DescribedMethod,
  LastSignIn,
  UserDescription,
} from "./operators/users/describe-user.procedure.js";
export type {
  FieldsInput,
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
export type {
  AccessControl,
  Explanation,
  PermissionIn,
} from "./organizations/access-control/access-control.js";
export type {
  Fresh,
  GrantClaims,
  Granted,
  Permitted,
  PermittedClaims,
} from "./organizations/access-control/granted.js";
export {
  BILLING_READ,
  BILLING_WRITE,
  CORE_PERMISSIONS,
  type CorePermission,
  definePermissions,
  ORG_AUDIT_READ,
  ORG_DELETE,
  ORG_INVITATIONS_READ,
  ORG_INVITATIONS_WRITE,
  ORG_MEMBERS_READ,
  ORG_MEMBERS_WRITE,
  ORG_OWNERSHIP_TRANSFER,
  ORG_READ,
  ORG_SECURITY_WRITE,
  ORG_UPDATE,
  type PermissionId,
  type PermissionMap,
  ROLE_TO_PERMISSIONS,
  type RolesWith,
} from "./organizations/access-control/permissions.js";
export type {
  AuditDownloadRequest,
  AuditLog,
  AuditPage,
  AuditSelection,
  OrganizationPageRequest,
  PageRequest,
} from "./organizations/audit-log/audit-log.js";
export type {
  AuditActor,
  AuditTarget,
  ShownAuditEntry,
} from "./organizations/audit-log/shown-entry.js";
export type {
  AcceptedInvitation,
  InvitationAnswers,
  InvitationKey,
} from "./organizations/invitation/answer-invitation.procedure.js";
export type { Invitations, NewInvitation } from "./organizations/invitation/invitation.js";
export type {
  Invitation,
  InvitationStatus,
  ShownInvitation,
} from "./organizations/invitation/invitation-store.js";
export type { Memberships, RoleChange } from "./organizations/membership/membership.js";
export type {
  Member,
  MemberPosition,
  Membership,
} from "./organizations/membership/membership-store.js";
export type { OwnershipTransfer } from "./organizations/membership/pass-ownership.js";
export type {
  MemberPage,
  MemberPageRequest,
  MemberReader,
} from "./organizations/membership/read-members.procedure.js";
export type { Metadata } from "./organizations/organization/metadata.js";
export type {
  CreatedOrganization,
  NewOrganization,
  OrganizationKey,
  Organizations,
} from "./organizations/organization/organization.js";
export type {
  Organization,
  OrganizationChange,
  OrganizationOfUser,
  OrganizationQuery,
} from "./organizations/organization/organization-store.js";
export type { OrganizationSecurity } from "./organizations/organization/require-second-factor.procedure.js";
export type { Clock } from "./ports/clock.js";
export type { Digest } from "./ports/digest.js";
export type { ErasureLedger } from "./ports/erasure-ledger.js";
export type { FileStore } from "./ports/file-store.js";
export type {
  AuthorizationRequest,
  ExternalIdentity,
  FormPost,
  IdentityProvider,
  ProviderFault,
  ProviderVerdict,
} from "./ports/identity-provider.js";
export type { Destinations, LinkedPage, Links } from "./ports/links.js";
export type { LogFields, Logger } from "./ports/logger.js";
export type { Mailer, OutgoingMail } from "./ports/mailer.js";
export type { AnsweredRequest, HashQueue, Metrics, SignInOutcome } from "./ports/metrics.js";
export type { PasswordBlocklist } from "./ports/password-blocklist.js";
export type { PasswordCheck, PasswordHash, PasswordHasher } from "./ports/password-hasher.js";
export type { Random } from "./ports/random.js";
export type { LimiterTier, RateLimiter, RateVerdict } from "./ports/rate-limiter.js";
export type { Scheduler } from "./ports/scheduler.js";
export type { PageSealer, PageSealPurpose, Sealer, SealPurpose } from "./ports/sealer.js";
export type { FeatureSealPurpose } from "./ports/sealer.js";
export type { TokenClaims, TokenPurpose, TokenSigner, TokenVerdict } from "./ports/token-signer.js";
export type {
  Assertion,
  AuthenticationAnswer,
  AuthenticationRequest,
  AuthenticationResponse,
  AuthenticatorHint,
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
export type { BrowserBinding } from "./sign-in/browser/bind-browser.js";
export type {
  ConfirmedEmailChange,
  EmailChange,
  EmailChangeInput,
  PendingEmailChange,
  RequestedEmailChange,
} from "./sign-in/email-change/email-change.js";
export type { CodeAttempt } from "./sign-in/email-otp/compare-code.procedure.js";
export type { CodeSignIn, EmailOtp } from "./sign-in/email-otp/email-otp.js";
export { CODE_TYPES, type CodeType } from "./sign-in/email-otp/one-time-code-store.js";
export type {
  EmailVerification,
  VerificationClaims,
} from "./sign-in/email-verification/email-verification.js";
export type {
  MagicLinkRequest,
  MagicLinks,
  MagicLinkSignIn,
} from "./sign-in/magic-link/magic-link.js";
export type { LinkPurpose, MailedLink } from "./sign-in/mailed-link/mailed-link-store.js";
export type { LinkedAccount } from "./sign-in/oauth/linked-account-store.js";
export type { OAuth, OAuthInput, StartedAuthorization } from "./sign-in/oauth/oauth.js";
export type { OAuthFault, ProviderRefusal } from "./sign-in/oauth/oauth-fault.js";
export type { OAuthOutcome } from "./sign-in/oauth/oauth-outcome.js";
export type { FormRelay } from "./sign-in/oauth/relay-form.procedure.js";
export type {
  Passkeys,
  PasskeySignals,
  PreparedAuthentication,
  RegistrationAnswer,
  RegistrationInput,
  RemovedPasskey,
} from "./sign-in/passkey/passkey.js";
export type { Passkey } from "./sign-in/passkey/passkey-store.js";
export type { JudgedPassword } from "./sign-in/password/hash-new-password.procedure.js";
export type {
  ChangedPassword,
  PasswordChange,
  Passwords,
  PasswordSignIn,
  SignedUp,
  SignUp,
} from "./sign-in/password/password.js";
export type {
  PasswordReset,
  PasswordResetLink,
  ResetByCode,
  ResetByLink,
} from "./sign-in/password-reset/password-reset.js";
export type {
  Withheld,
  WithheldByBase,
  WithheldByFeature,
  WithheldReason,
} from "./store/authentication.js";
export {
  type AssertedPasskey,
  type Authentication,
  type AwaitedLink,
  countsAsTwo,
} from "./store/authentication.js";
export type {
  Authenticator,
  DescribedAuthenticator,
  GrantCaller,
  GrantCallerOf,
  GrantClass,
  GrantProof,
  GrantRefusal,
  GrantScheme,
  Presented,
  ServiceAccountName,
  ServiceGrantCaller,
  UserGrantCaller,
} from "./store/authenticator.js";
export type { Contributor } from "./store/contributor.js";
export type { Choices } from "./store/env.js";
export type { ErasureEvent } from "./store/erasure-event.js";
export { ERASED_EVENT } from "./store/erasure-event.js";
export type { StoreWith, TxWith } from "./store/feature-stores.js";
export type { Hearer, Published } from "./store/hearer.js";
export type {
  DescribedGate,
  Gate,
  ProvenAnswer,
  SecondProof,
  Withholding,
} from "./store/sign-in-gate.js";
export type { FeatureSignInMethod } from "./store/sign-in-methods.js";
export {
  type CredentialCounter,
  type CredentialStores,
  SIGN_IN_METHODS,
  type SignInChoice,
  type SignInMethod,
  type SignInMethodOption,
  type SignInMethodRow,
} from "./store/sign-in-methods.js";
export {
  isStoreConflict,
  isStoreUnavailable,
  type KeyUse,
  type Store,
  type StoreConflict,
  type StoreHealth,
  type StoreUnavailable,
  type Tx,
} from "./store/store.js";
export type {
  AuthEvent,
  Created,
  CreationEvent,
  EventHandlers,
  OneEvent,
  Subscriber,
  WithinHandler,
} from "./store/subscriber.js";
