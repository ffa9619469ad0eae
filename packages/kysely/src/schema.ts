import type {
  AuditEntry,
  AuditEntryId,
  AuthenticatorTransport,
  CodeType,
  DeletionRequest,
  DeletionRequestId,
  DeletionStatus,
  EmailAddress,
  ErasureEntry,
  ExportRequestId,
  ExportStatus,
  InvitationId,
  InvitationStatus,
  LinkedAccountId,
  LinkPurpose,
  MailedLinkId,
  MembershipId,
  Metadata,
  OrganizationId,
  Passkey,
  PasskeyId,
  PasswordHash,
  Role,
  SecretHash,
  Session,
  SessionId,
  StoredFields,
  UserId,
} from "@acme/auth-core";
import type {
  Ceremony,
  JobId,
  JobKind,
  JobPayload,
  KnownBrowserId,
  LeaseToken,
  OAuthStateId,
  OneTimeCodeId,
  OutboxMailId,
  PasskeyChallenge,
  PasskeyChallengeId,
} from "@acme/auth-core/store";
import type { ColumnType } from "kysely";
import { utcInstant } from "./utc-instant.js";

/**
 * Written as `Date`. Read as what the driver gives: ISO text from SQLite, usually a `Date` from pg;
 * `toDate` takes both.
 */
export type Timestamp = ColumnType<Date | string, Date, Date>;
/** The same as `Timestamp`, or null. */
export type NullableTimestamp = ColumnType<Date | string | null, Date | null, Date | null>;
/** Read as 0 or 1 from SQLite. */
export type Flag = ColumnType<boolean | number, boolean, boolean>;
/** The same, or null in rows that were written before there was the column. */
export type NullableFlag = ColumnType<boolean | number | null, boolean, boolean>;
/** Read as text from pg. */
export type BigInteger = ColumnType<number | string, number, number>;
/** The JSON of a `T`. */
export type JsonText<T> = string & { readonly [parsed]?: T };
declare const parsed: unique symbol;
/** Written as a plain object or an array, stored as JSON. */
export type Json<T> = ColumnType<JsonText<T>, T, T>;
/** The same, or null. */
export type NullableJson<T> = ColumnType<JsonText<T> | null, T | null, T | null>;

export interface UserTable {
  id: UserId;
  email: EmailAddress;
  email_verified: Flag;
  name: string;
  image: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  reclaimed_at: NullableTimestamp;
  suspended_at: NullableTimestamp;
  suspended_until: NullableTimestamp;
  locale: string | null;
  /** The header `Accept-Language` of the last sign-in. */
  sign_in_language: string | null;
  /** Whether a sign-in was ever completed. */
  has_signed_in: Flag;
  /** When the user enrolled a second factor. */
  second_factor_since: NullableTimestamp;
  recovery_due_at: NullableTimestamp;
  /** The fields that an application adds to its users. */
  own_fields: ColumnType<
    JsonText<StoredFields> | null,
    StoredFields | null | undefined,
    StoredFields | null
  >;
}

export interface KnownBrowserTable {
  id: KnownBrowserId;
  user_id: UserId;
  browser_hash: SecretHash;
  session_id: SessionId;
  seen_at: Timestamp;
  expires_at: Timestamp;
}

export interface PasswordTable {
  user_id: UserId;
  hash: PasswordHash;
  updated_at: Timestamp;
}

export interface FailureStreakTable {
  key: string;
  failures: number;
  blocked_until: Timestamp;
  expires_at: Timestamp;
}

export interface MailedLinkTable {
  id: MailedLinkId;
  purpose: LinkPurpose;
  subject: string;
  token_hash: SecretHash;
  email: EmailAddress;
  user_id: UserId | null;
  redirect_to: string | null;
  name: string | null;
  session_id: SessionId | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface UserHandleTable {
  user_id: UserId;
  handle: string;
}

export interface PasskeyTable {
  id: PasskeyId;
  user_id: UserId;
  name: string;
  credential_id: string;
  user_handle: string | null;
  public_key: string;
  algorithm: number;
  counter: BigInteger;
  transports: Json<readonly AuthenticatorTransport[]>;
  device_type: Passkey["deviceType"];
  backed_up: Flag;
  aaguid: string;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
  /**
   * Null of passkeys from before there was the column: those registered here were verified, imported
   * ones may not have been.
   */
  uv_initialized: NullableFlag;
}

export interface PasskeyChallengeTable {
  id: PasskeyChallengeId;
  ceremony: Ceremony;
  challenge_hash: SecretHash;
  user_id: UserId | null;
  browser_hash: SecretHash | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  mediation: PasskeyChallenge["mediation"];
}

export interface LinkedAccountTable {
  id: LinkedAccountId;
  provider_id: string;
  subject: string;
  user_id: UserId;
  scopes: Json<readonly string[]>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface OAuthStateTable {
  id: OAuthStateId;
  state_hash: SecretHash;
  provider_id: string;
  browser_hash: SecretHash;
  user_id: UserId | null;
  sealed: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface SessionTable {
  id: SessionId;
  user_id: UserId;
  token_hash: SecretHash;
  authenticated_at: Timestamp;
  authenticated_by: Session["authenticatedBy"];
  remembered: Flag;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
  ip_address: string | null;
  user_agent: string | null;
  /** Names separated by a space. Null of sessions from before there was the column. */
  methods: string | null;
  second_factor_at: NullableTimestamp;
}

export interface OrganizationTable {
  id: OrganizationId;
  name: string;
  slug: string;
  logo: string | null;
  metadata: Json<Metadata>;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Null of organizations from before there was the column, which require none. */
  require_second_factor: NullableFlag;
}

export interface MembershipTable {
  id: MembershipId;
  organization_id: OrganizationId;
  user_id: UserId;
  role: Role;
  created_at: Timestamp;
}

export interface InvitationTable {
  id: InvitationId;
  organization_id: OrganizationId;
  email: EmailAddress;
  role: Role;
  status: InvitationStatus;
  token_hash: SecretHash;
  expires_at: Timestamp;
  inviter_id: UserId | null;
  created_at: Timestamp;
}

export interface OneTimeCodeTable {
  id: OneTimeCodeId;
  email: EmailAddress;
  type: CodeType;
  code_hash: SecretHash;
  attempts_left: number;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface OutboxMailTable {
  id: OutboxMailId;
  sealed: string;
  status: "queued" | "dead";
  attempts: number;
  next_attempt_at: Timestamp;
  expires_at: Timestamp;
  created_at: Timestamp;
  lease: LeaseToken | null;
  notice_group: string | null;
  over_budget: Flag;
}

export interface CounterTable {
  key: string;
  count: number;
  /**
   * Always true, and read by no one: whether a call was counted is told by the row that its
   * statement returns. The first migration made the column `not null`.
   */
  spent: Flag;
  resets_at: Timestamp;
}

export interface AuditEntryTable {
  id: AuditEntryId;
  at: Timestamp;
  event: AuditEntry["event"];
  user_id: UserId | null;
  organization_id: OrganizationId | null;
  ip_address: string | null;
  user_agent: string | null;
  detail: Json<AuditEntry["detail"]>;
  operator: string | null;
  done_to: UserId | null;
}

export interface JobTable {
  id: JobId;
  kind: JobKind;
  subject: string;
  payload: NullableJson<JobPayload>;
  last_error: string | null;
  status: "queued" | "dead";
  attempts: number;
  next_attempt_at: Timestamp;
  created_at: Timestamp;
  lease: LeaseToken | null;
}

export interface DeletionRequestTable {
  id: DeletionRequestId;
  user_id: UserId | null;
  status: DeletionStatus;
  requested_at: Timestamp;
  scheduled_for: Timestamp;
  reason: string;
  ended_at: NullableTimestamp;
  error_code: DeletionRequest["errorCode"];
}

export interface ExportRequestTable {
  id: ExportRequestId;
  user_id: UserId;
  status: ExportStatus;
  created_at: Timestamp;
  ready_at: NullableTimestamp;
  expires_at: NullableTimestamp;
  error_message: string | null;
  file_key: string | null;
}

export interface FileChunkTable {
  file: string;
  position: number;
  bytes: Uint8Array;
}

export interface ErasureTable {
  entry: ErasureEntry;
  known_since: Timestamp;
}

export interface Database {
  auth_user: UserTable;
  auth_password: PasswordTable;
  auth_failure_streak: FailureStreakTable;
  auth_mailed_link: MailedLinkTable;
  auth_user_handle: UserHandleTable;
  auth_passkey: PasskeyTable;
  auth_passkey_challenge: PasskeyChallengeTable;
  auth_linked_account: LinkedAccountTable;
  auth_oauth_state: OAuthStateTable;
  auth_session: SessionTable;
  auth_known_browser: KnownBrowserTable;
  auth_organization: OrganizationTable;
  auth_membership: MembershipTable;
  auth_invitation: InvitationTable;
  auth_one_time_code: OneTimeCodeTable;
  auth_outbox_mail: OutboxMailTable;
  auth_counter: CounterTable;
  auth_audit_entry: AuditEntryTable;
  auth_job: JobTable;
  auth_deletion_request: DeletionRequestTable;
  auth_erasure: ErasureTable;
  auth_export_request: ExportRequestTable;
  auth_file_chunk: FileChunkTable;
}

const ISO_LENGTH = 24;

/** Returns an instant as a driver gives it. */
export const toDate = (stored: Date | string): Date =>
  typeof stored === "string" && stored.length === ISO_LENGTH && stored.endsWith("Z")
    ? utcInstant(stored, ISO_LENGTH - 1)
    : new Date(stored);
/** Returns an instant as a driver gives it; null for null. */
export const toDateOrNull = (stored: Date | string | null): Date | null =>
  stored === null ? null : toDate(stored);
/** Returns what was stored as JSON; null for null. */
export const parseJsonOrNull = <T>(stored: JsonText<T> | null): T | null =>
  stored === null ? null : parseJson(stored);
/** Returns what was stored as JSON. */
export const parseJson = <T>(stored: JsonText<T>): T => JSON.parse(stored) as T;
