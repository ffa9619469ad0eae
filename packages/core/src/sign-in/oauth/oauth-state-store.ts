import type { OAuthStateId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";

/** An authorization request that waits for its callback. */
export interface OAuthState {
  readonly id: OAuthStateId;
  readonly stateHash: SecretHash;
  readonly providerId: string;
  /** The hash of the cookie of the browser that was sent to the provider. */
  readonly browserHash: SecretHash;
  /** The user who links an account; null for a sign-in. */
  readonly userId: UserId | null;
  /** Code verifier, nonce and destinations, sealed with the row's id as context. */
  readonly sealed: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The authorization requests that wait for their callbacks. */
export interface OAuthStateStore {
  /** Stores the request. Its `state` is random, so no other has the same hash. */
  insert(state: OAuthState): Promise<void>;
  /**
   * Removes the state and returns it; null when none lives at `now`. Of many racing callers exactly
   * one gets it.
   */
  consume(stateHash: SecretHash, now: Date): Promise<OAuthState | null>;
  /** Removes every state in which the user links an account. Returns the number of rows removed. */
  deleteFor(userId: UserId): Promise<number>;
}
