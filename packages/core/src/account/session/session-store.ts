import type { SessionId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";

export type SignInMethod = "password" | "email-otp" | "magic-link" | "oauth" | "passkey";

export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly tokenHash: SecretHash;
  /** When the user last proved who they are; what freshness and the absolute limit count from. */
  readonly authenticatedAt: Date;
  readonly authenticatedBy: SignInMethod;
  /** False for `rememberMe: false`: shorter, never rolled. */
  readonly remembered: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** The earlier of the idle and the absolute limit. */
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** What a completed authentication changes on a session that goes on. */
export type SessionRenewal = Omit<Session, "id" | "userId" | "createdAt">;

export interface SessionStore {
  insert(session: Session): Promise<void>;
  /** The session with that token, unless it has expired by `now`. */
  findLive(tokenHash: SecretHash, now: Date): Promise<Session | null>;
  /** Sessions of the user that are alive at `now`, newest first. */
  listLive(userId: UserId, now: Date): Promise<readonly Session[]>;
  /** Compare-and-set on the token: true for exactly one of many callers that present the same one. */
  renew(id: SessionId, presented: SecretHash, renewal: SessionRenewal): Promise<boolean>;
  /** Moves `lastSeenAt` and `expiresAt` forward, unless the session was seen after `unseenSince` or is gone: then false. */
  roll(
    id: SessionId,
    seen: { readonly lastSeenAt: Date; readonly expiresAt: Date; readonly unseenSince: Date },
  ): Promise<boolean>;
  /** Ends the session with that token; what it was, or null when there is none. Expired ones too. */
  revokeByToken(tokenHash: SecretHash): Promise<Session | null>;
  /** Ends one session of the user; false when the user has no such session. */
  revoke(userId: UserId, id: SessionId): Promise<boolean>;
  /** Ends all sessions of the user but `keep` (null: all); how many. */
  revokeOthers(userId: UserId, keep: SessionId | null): Promise<number>;
  /** Ends all but the `keep` most recently authenticated sessions of the user; how many. */
  revokeOldest(userId: UserId, keep: number): Promise<number>;
  /** Removes up to `limit` sessions that had expired by `now`; how many. */
  deleteExpired(now: Date, limit: number): Promise<number>;
}
