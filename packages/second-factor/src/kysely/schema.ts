import type { PasskeyId, SecretHash, SessionId, UserId } from "@acme/auth-core";
import type {
  Flag,
  Json,
  NullableJson,
  NullableTimestamp,
  Timestamp,
} from "@acme/auth-kysely/tables";
import type { PendingSignIn } from "../pending-sign-in-store.js";
import type { RecoveryEnd } from "../recovery-store.js";
import type { PendingSignInId, RecoveryId } from "../second-factor-ids.js";

/** An authenticator app, as it is stored. */
export interface TotpTable {
  user_id: UserId;
  sealed_secret: string;
  last_step: number;
  confirmed_at: Timestamp;
  created_at: Timestamp;
}

/** A recovery code, as it is stored. */
export interface RecoveryCodeTable {
  user_id: UserId;
  hash: SecretHash;
  created_at: Timestamp;
}

/** An authenticator app that is being set up, as it is stored. */
export interface EnrolmentTable {
  user_id: UserId;
  session_id: SessionId;
  sealed_secret: string;
  code_hashes: Json<readonly SecretHash[]>;
  tries_left: number;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** A sign-in that waits, as it is stored. */
export interface PendingTable {
  id: PendingSignInId;
  token_hash: SecretHash;
  user_id: UserId;
  method: PendingSignIn["method"];
  passkey_id: PasskeyId | null;
  user_verified: Flag;
  link: NullableJson<NonNullable<PendingSignIn["link"]>>;
  remembered: boolean | number | null;
  redirect_to: string | null;
  session_id: SessionId | null;
  tries_left: number;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** A way back, as it is stored. */
export interface RecoveryTable {
  id: RecoveryId;
  user_id: UserId;
  started_at: Timestamp;
  due_at: Timestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
  ended: RecoveryEnd | null;
  forget_at: NullableTimestamp;
  ip_address: string | null;
  user_agent: string | null;
}

/** The tables of the feature, each behind those it refers to. */
export interface SecondFactorTables {
  auth_second_factor_totp: TotpTable;
  auth_second_factor_recovery_code: RecoveryCodeTable;
  auth_second_factor_enrolment: EnrolmentTable;
  auth_second_factor_pending: PendingTable;
  auth_second_factor_recovery: RecoveryTable;
}
