import type { SecretHash, SessionId, UserId } from "@acme/auth-core";

/** An authenticator app that is being set up. */
export interface TotpEnrolment {
  readonly userId: UserId;
  /** The session in which it was begun, and is confirmed. It ends with it. */
  readonly sessionId: SessionId;
  /** The shared secret, sealed and bound to the id of the user. */
  readonly sealedSecret: string;
  /** The hashes of the recovery codes that will count with it. */
  readonly codeHashes: readonly SecretHash[];
  /** How many wrong codes are left. */
  readonly triesLeft: number;
  readonly createdAt: Date;
  /** From this instant on it is dead. */
  readonly expiresAt: Date;
}

/** The authenticator apps that are being set up: one of each user at most. */
export interface TotpEnrolmentStore {
  /** Returns it, dead or alive; null when the user has none. */
  find(userId: UserId): Promise<TotpEnrolment | null>;
  /** Stores it in the place of any earlier one. Rejects when the session is gone. */
  replace(enrolment: TotpEnrolment): Promise<void>;
  /** Counts one wrong code. False, and nothing changed, when no try is left. */
  spendTry(userId: UserId): Promise<boolean>;
  /** False when the user has none. */
  delete(userId: UserId): Promise<boolean>;
}
