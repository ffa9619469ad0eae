import type { OAuthStateId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";

/** A browser on its way to a provider and back. */
export interface OAuthState {
  readonly id: OAuthStateId;
  readonly stateHash: SecretHash;
  readonly providerId: string;
  /** The browser that set out, by the hash of its cookie. */
  readonly browserHash: SecretHash;
  /** Who is linking an account; null for a sign-in. */
  readonly userId: UserId | null;
  /** Code verifier, nonce and places to go, sealed with the row's id as context. */
  readonly sealed: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface OAuthStateStore {
  insert(state: OAuthState): Promise<void>;
  /** Removes the state and gives what it was; null when there is none alive at `now`. Exactly one of many racing callers gets it. */
  consume(stateHash: SecretHash, now: Date): Promise<OAuthState | null>;
  /** Removes every state in which the user is linking; how many. */
  deleteFor(userId: UserId): Promise<number>;
}
