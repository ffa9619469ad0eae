import type { SessionId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";
import type { FeatureSignInMethod, SignInMethod } from "../../store/sign-in-methods.js";

/** A browser or device in which a user is signed in. */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  /** The SHA-256 of the session token. The token itself is stored nowhere. */
  readonly tokenHash: SecretHash;
  /** When the user last proved who they are. Freshness and the absolute limit count from here. */
  readonly authenticatedAt: Date;
  readonly authenticatedBy: SignInMethod | FeatureSignInMethod;
  /**
   * False after a sign-in with `rememberMe: false`: the session is shorter, and using it does not
   * extend it.
   */
  readonly remembered: boolean;
  readonly createdAt: Date;
  /** When the session was last used, to within `policy.sessionTouchEvery`. */
  readonly lastSeenAt: Date;
  /**
   * The earlier of the idle limit and the absolute limit. From this instant on the session is dead.
   */
  readonly expiresAt: Date;
  /** The IP address of the last authentication, as text for people; null when unknown. */
  readonly ipAddress: string | null;
  /** The user agent of the last authentication; null when the client sent none. */
  readonly userAgent: string | null;
  /**
   * By what the user proved who they are, the first proof first: names separated by a space. Null:
   * by `authenticatedBy` alone. `methodsOf` reads it.
   */
  readonly methods: string | null;
  /**
   * When the user last proved a second factor, in this session or to open it; null when never. Of a
   * user who has enrolled one, a session without it is none.
   */
  readonly secondFactorAt: Date | null;
}

/** What a completed authentication changes on a session that continues. */
export type SessionRenewal = Omit<Session, "id" | "userId" | "createdAt">;

declare const PROVEN: unique symbol;

/**
 * By what a session is proven. Only `admit.ts` mints it, from a completed authentication and the
 * answers of the gates, so that no way in opens a session around them.
 */
export interface ProvenBy extends Pick<Session, "methods" | "secondFactorAt"> {
  readonly [PROVEN]: true;
}
/** A new session that may be stored. */
export type ProvenSession = Session & ProvenBy;
/** What may be stored in the place of a session that was there. */
export type ProvenRenewal = SessionRenewal & ProvenBy;

/** What a use of a session changes on it. */
export interface SessionTouch extends Pick<Session, "lastSeenAt" | "expiresAt"> {
  /** A session that was seen after this instant stays as it is. */
  readonly unseenSince: Date;
}

/** The sessions of all users. Each is found by the hash of its token only. */
export interface SessionStore {
  /** Stores a new session. Rejects when the user is gone. */
  insert(session: ProvenSession): Promise<void>;
  /**
   * Returns the session with that token; null when there is none, or when it has expired by `now`.
   */
  findLive(tokenHash: SecretHash, now: Date): Promise<Session | null>;
  /** Returns the sessions of the user that are alive at `now`, newest first. */
  listLive(userId: UserId, now: Date): Promise<readonly Session[]>;
  /**
   * Replaces the token `presented` and the other fields of a renewal. Compare-and-set: true for
   * exactly one of many callers that present the same token.
   */
  renew(id: SessionId, presented: SecretHash, renewal: ProvenRenewal): Promise<boolean>;
  /**
   * Moves `lastSeenAt` and `expiresAt` forward. False, and nothing changed, when the session was
   * seen after `unseenSince` or is gone.
   */
  touch(id: SessionId, touch: SessionTouch): Promise<boolean>;
  /**
   * Removes the session with that token, expired or not. Returns the removed row; null when there
   * was none.
   */
  revokeByToken(tokenHash: SecretHash): Promise<Session | null>;
  /** Removes one session of the user. False when the user has no such session. */
  revoke(userId: UserId, id: SessionId): Promise<boolean>;
  /**
   * Removes all sessions of the user except `except` (null: all of them). Returns the number of
   * rows removed.
   */
  revokeOthers(userId: UserId, except: SessionId | null): Promise<number>;
  /**
   * Removes all but the `limit` most recently authenticated sessions of the user. Returns the
   * number of rows removed.
   */
  revokeOldest(userId: UserId, limit: number): Promise<number>;
}
