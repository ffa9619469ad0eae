import type { Brand } from "../kernel/brand.js";
import type { Secret } from "../kernel/secret.js";

/** A password in PHC string format. Minted by the `PasswordHasher` port. */
export type PasswordHash = Brand<string, "PasswordHash">;

/** The result of comparing a password with a stored hash. */
export interface PasswordCheck {
  readonly right: boolean;
  /** Whether the stored hash has weaker parameters than the policy demands and should be replaced. */
  readonly outdated: boolean;
}

/** Hashes passwords with argon2id behind a bounded queue. */
export interface PasswordHasher {
  /**
   * Returns a new hash with the parameters of the policy.
   * @throws {AuthError} `BUSY` when the queue is full.
   */
  hash(password: Secret): Promise<PasswordHash>;
  /**
   * Compares a password with a stored hash. For null (an unknown user, or a user without a password) and for a damaged hash it does
   * the same work and returns `right: false`.
   * @throws {AuthError} `BUSY` when the queue is full.
   */
  verify(password: Secret, hash: PasswordHash | null): Promise<PasswordCheck>;
}
