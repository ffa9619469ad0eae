import type { PasskeyChallengeId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";

/** Which ceremony of WebAuthn a challenge was issued for. It is unknown to the other. */
export type Ceremony = "registration" | "authentication";

/**
 * A challenge that waits for its answer. It is bound to a user at registration, and to a browser at
 * authentication.
 */
export interface PasskeyChallenge {
  readonly id: PasskeyChallengeId;
  readonly ceremony: Ceremony;
  readonly challengeHash: SecretHash;
  /**
   * Registration: the owner of the new passkey. Authentication: the user whose passkeys were
   * listed; null when none were.
   */
  readonly userId: UserId | null;
  /**
   * Authentication: the hash of the cookie of the browser that got the options. Null at
   * registration.
   */
  readonly browserHash: SecretHash | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /**
   * Registration: `conditional` when the browser may make the passkey without asking its user. Null
   * otherwise.
   */
  readonly mediation: "conditional" | null;
}

/** The challenges that wait for an answer of a browser. */
export interface PasskeyChallengeStore {
  /** Stores the challenge. It is random, so no other has the same hash. */
  insert(challenge: PasskeyChallenge): Promise<void>;
  /**
   * Removes the challenge and returns it; null when no challenge of that ceremony lives at `now`.
   * Of many racing callers exactly one gets it.
   */
  consume(
    ceremony: Ceremony,
    challengeHash: SecretHash,
    now: Date,
  ): Promise<PasskeyChallenge | null>;
  /** Removes every challenge that is bound to the user. Returns the number of rows removed. */
  deleteFor(userId: UserId): Promise<number>;
}
