import type { Brand } from "../kernel/brand.js";
import type { Secret } from "../kernel/secret.js";

/** The hash of a password in PHC string format, with its parameters and salt. Minted by the `PasswordHasher` port only. */
export type PasswordHash = Brand<string, "PasswordHash">;

/** The result of comparing a password with a stored hash. */
export interface PasswordCheck {
  /** Whether the hash was made of the password. */
  readonly right: boolean;
  /** Whether the password is right and its hash has weaker parameters than the policy demands. Such a hash is replaced at sign-in. */
  readonly outdated: boolean;
}

/**
 * Hashes passwords with argon2id (RFC 9106) behind a bounded queue, so that many sign-ins at once cannot take all memory.
 * Asynchronous and slow on purpose: it is called before a transaction opens.
 */
export interface PasswordHasher {
  /**
   * Returns whether the queue is full, so that a call now would be refused with `BUSY`. Asked before a sign-in is counted: what is going to be refused
   * costs the database nothing.
   */
  isFull(): boolean;
  /**
   * Returns a new hash with the parameters of the policy and a random salt.
   *
   * @param password As it was normalised (`normalisePassword`).
   * @throws {AuthError} `BUSY` when the queue is full.
   */
  hash(password: Secret): Promise<PasswordHash>;
  /**
   * Compares a password with a stored hash. For null (an unknown user, or a user without a password) and for a damaged hash it does
   * the same work and returns `right: false`, so that the time of an answer says nothing about the account.
   *
   * @throws {AuthError} `BUSY` when the queue is full.
   */
  verify(password: Secret, hash: PasswordHash | null): Promise<PasswordCheck>;
}
