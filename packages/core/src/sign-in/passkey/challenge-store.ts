import type { PasskeyChallengeId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";

export type Ceremony = "registration" | "authentication";

/** A challenge that waits for its answer. Bound to a user at registration, and to a browser at authentication. */
export interface PasskeyChallenge {
  readonly id: PasskeyChallengeId;
  readonly ceremony: Ceremony;
  readonly challengeHash: SecretHash;
  /** Registration: whose passkey it will be. Authentication: whose passkeys were listed to the browser; null when nobody's were. */
  readonly userId: UserId | null;
  /** Authentication: the browser that asked, by the hash of its cookie. Null at registration. */
  readonly browserHash: SecretHash | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface PasskeyChallengeStore {
  insert(challenge: PasskeyChallenge): Promise<void>;
  /** Removes the challenge and gives what it was; null when there is none of that ceremony alive at `now`. Exactly one of many racing callers gets it. */
  consume(
    ceremony: Ceremony,
    challengeHash: SecretHash,
    now: Date,
  ): Promise<PasskeyChallenge | null>;
  /** Removes every challenge bound to the user; how many. */
  deleteFor(userId: UserId): Promise<number>;
}
