/**
 * What the writer of a store needs besides `@acme/auth-core`: the store of each kind of row, whose
 * comments are the contract, what these take and return, and what becomes of the rows when their
 * user goes.
 *
 * @packageDocumentation
 */
export type { CallerStore, FoundCaller } from "./account/session/caller-store.js";
export type { KnownBrowser, KnownBrowserStore } from "./account/session/known-browser-store.js";
export type {
  ProvenBy,
  ProvenRenewal,
  ProvenSession,
  SessionRenewal,
  SessionStore,
  SessionTouch,
} from "./account/session/session-store.js";
export type {
  CheckedProfileChange,
  CheckedUser,
  EmailChangeOutcome,
  LockedUser,
  UserStore,
} from "./account/user/user-store.js";
export type {
  AuditFilter,
  AuditQuery,
  AuditScope,
  AuditStore,
  NamedEntry,
  NamedUser,
} from "./background/audit-log/audit-store.js";
export type { Job, JobKind, JobPayload, JobStore } from "./background/jobs/job-store.js";
export type { BaseJobKind } from "./background/jobs/job-store.js";
export type {
  CallQueue,
  Claim,
  LeasedQueue,
} from "./background/leased-queue/leased-queue-store.js";
export type { OutboxMail, OutboxStore } from "./background/mail/outbox-store.js";
export type { CounterReading, CounterStore } from "./background/rate-limit/counter-store.js";
export type { DisplayName } from "./kernel/display-name.js";
export type {
  JobId,
  KnownBrowserId,
  LeaseToken,
  OAuthStateId,
  OneTimeCodeId,
  OutboxMailId,
  PasskeyChallengeId,
} from "./kernel/ids.js";
export type { ImageUrl } from "./kernel/image-url.js";
export type { OperatorText } from "./kernel/operator-text.js";
export type { CheckedFields } from "./kernel/user-fields.js";
export type { DeletionReason } from "./lifecycle/account-deletion/deletion-reason.js";
export type {
  CheckedDeletionRequest,
  DeletionOutcome,
  DeletionPosition,
  DeletionRequestStore,
} from "./lifecycle/account-deletion/deletion-request-store.js";
export type {
  ExportPosition,
  ExportRequestStore,
} from "./lifecycle/data-export/export-request-store.js";
export type { FileChunkStore } from "./lifecycle/data-export/file-chunk-store.js";
export type { ErasureStore } from "./lifecycle/erasure/erasure-store.js";
export type {
  InvitationLink,
  InvitationStore,
} from "./organizations/invitation/invitation-store.js";
export type {
  MemberQuery,
  MembershipStore,
  Owner,
} from "./organizations/membership/membership-store.js";
export type { OrganizationMetadata } from "./organizations/organization/metadata.js";
export type {
  CheckedOrganization,
  CheckedOrganizationChange,
  LockedOrganization,
  OrganizationStore,
} from "./organizations/organization/organization-store.js";
export type { Slug } from "./organizations/organization/slug.js";
export type { OneTimeCode, OneTimeCodeStore } from "./sign-in/email-otp/one-time-code-store.js";
export type {
  CheckedMailedLink,
  LinkOwner,
  MailedLinkStore,
} from "./sign-in/mailed-link/mailed-link-store.js";
export type { LinkedAccountStore } from "./sign-in/oauth/linked-account-store.js";
export type { OAuthState, OAuthStateStore } from "./sign-in/oauth/oauth-state-store.js";
export type {
  Ceremony,
  PasskeyChallenge,
  PasskeyChallengeStore,
} from "./sign-in/passkey/challenge-store.js";
export type { CheckedPasskey, PasskeyStore, PasskeyUse } from "./sign-in/passkey/passkey-store.js";
export type { FailureStreak, FailureStreakStore } from "./sign-in/password/failure-streak-store.js";
export type {
  NewPassword,
  NewPasswordHash,
  Password,
  PasswordStore,
} from "./sign-in/password/password-store.js";
export {
  type AccountRecovery,
  type EmailChangeRemoval,
  type ErasureRemoval,
  OWNERSHIP,
  type Ownership,
  type OwnershipColumn,
  type Removal,
  type RemoveRows,
  STORED_SECTIONS,
  type StoredSection,
} from "./store/ownership.js";
export type { Retention, Stores } from "./store/store.js";
