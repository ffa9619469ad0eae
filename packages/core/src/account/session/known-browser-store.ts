import type { KnownBrowserId, SessionId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";

/** A browser in which a user has signed in. */
export interface KnownBrowser {
  readonly id: KnownBrowserId;
  readonly userId: UserId;
  /**
   * The SHA-256 of the id of the user and the token of the browser together: two users of one
   * browser have nothing in common.
   */
  readonly browserHash: SecretHash;
  /** The session that the newest sign-in there opened or renewed. */
  readonly sessionId: SessionId;
  /** When the user last signed in there. */
  readonly seenAt: Date;
  /** From this instant on the browser is unknown again. */
  readonly expiresAt: Date;
}

/** The browsers of all users. */
export interface KnownBrowserStore {
  /** Returns whether the browser with that hash is known at `now`. */
  isKnown(browserHash: SecretHash, now: Date): Promise<boolean>;
  /**
   * Stores the browser; one with the same hash takes over session and times. Returns whether it was
   * known at `seenAt`. Atomic: of many racing callers with a new hash exactly one gets false.
   * Rejects when the user is gone.
   */
  replace(browser: KnownBrowser): Promise<boolean>;
  /**
   * Removes all but the `limit` most recently seen browsers of the user. Returns the number of rows
   * removed.
   */
  deleteOldest(userId: UserId, limit: number): Promise<number>;
  /**
   * Removes the browser of the user whose newest session is `session`. Returns the number of rows
   * removed.
   */
  deleteBySession(userId: UserId, session: SessionId): Promise<number>;
  /**
   * Removes all browsers of the user except that of the session `except` (null: all of them).
   * Returns the number of rows removed.
   */
  deleteOthers(userId: UserId, except: SessionId | null): Promise<number>;
}
