import type {
  Authentication,
  AwaitedLink,
  PasskeyId,
  SecretHash,
  SessionId,
  UserId,
} from "@acme/auth-core";
import type { PendingSignInId } from "./second-factor-ids.js";

/** A sign-in whose first proof was right, and that waits for its second. */
export interface PendingSignIn {
  readonly id: PendingSignInId;
  /** The SHA-256 of the cookie by which the browser goes on. */
  readonly tokenHash: SecretHash;
  readonly userId: UserId;
  /** How the first proof was made. */
  readonly method: Authentication["method"];
  /** Of a first proof by passkey: which one; null of any other. */
  readonly passkeyId: PasskeyId | null;
  /** Whether that passkey verified its user. False of any other proof. */
  readonly userVerified: boolean;
  /** The account of a provider that the completion links; null for none. */
  readonly link: AwaitedLink | null;
  /** What the sign-in said of `rememberMe`; null when nothing. */
  readonly remembered: boolean | null;
  /** Where the first proof would have led; null: nowhere. */
  readonly redirectTo: string | null;
  /** The live session that the first proof presented; null when none. */
  readonly sessionId: SessionId | null;
  /** How many wrong second proofs are left. With none it is spent. */
  readonly triesLeft: number;
  readonly createdAt: Date;
  /** From this instant on it is dead. */
  readonly expiresAt: Date;
}

/** The sign-ins that wait for their second proof. */
export interface PendingSignInStore {
  /** Stores a new one. Rejects when the user is gone. */
  insert(pending: PendingSignIn): Promise<void>;
  /** Returns the one with that cookie, dead or alive; null when there is none. */
  findByToken(tokenHash: SecretHash): Promise<PendingSignIn | null>;
  /** Counts one wrong proof. False, and nothing changed, when no try is left. */
  spendTry(id: PendingSignInId): Promise<boolean>;
  /** Spends all tries of all sign-ins of the user that wait. Returns the number of rows changed. */
  spendFor(userId: UserId): Promise<number>;
  /** Ends one by completing it. False when it is gone: of many racing callers one gets true. */
  consume(id: PendingSignInId): Promise<boolean>;
  /** Removes the one with that cookie. False when there is none. */
  deleteByToken(tokenHash: SecretHash): Promise<boolean>;
  /** Removes all of the user. Returns the number of rows removed. */
  deleteFor(userId: UserId): Promise<number>;
  /** Removes all but the `limit` newest of the user. Returns the number of rows removed. */
  deleteOldest(userId: UserId, limit: number): Promise<number>;
}
