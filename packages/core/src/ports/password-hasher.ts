import type { Brand } from "../kernel/brand.js";
import type { Secret } from "../kernel/secret.js";

/**
 * The hash of a password in PHC string format, with its parameters and salt. Minted by the
 * `PasswordHasher` port only.
 */
export type PasswordHash = Brand<string, "PasswordHash">;

/** The result of comparing a password with a stored hash. */
export interface PasswordCheck {
  /** Whether the hash was made of the password. */
  readonly right: boolean;
  /**
   * Whether the password is right and its hash has weaker parameters than the policy demands, or
   * was made with another algorithm than new ones are. Such a hash is replaced at sign-in.
   */
  readonly outdated: boolean;
  /**
   * The algorithm of the stored hash, where this platform cannot run it. The comparison has cost
   * what any other does, and `right` is false.
   */
  readonly unsupported?: string;
}

/**
 * Hashes passwords with a memory-hard algorithm behind a bounded queue, so that many sign-ins at
 * once cannot take all memory. Asynchronous and slow on purpose: it is called before a transaction
 * opens.
 */
export interface PasswordHasher {
  /**
   * Returns a new hash with the parameters of the policy and a random salt.
   *
   * @param password As it was normalised (`normalisePassword`).
   * @throws {AuthError} `BUSY` when the queue is full.
   */
  hash(password: Secret): Promise<PasswordHash>;
  /**
   * Compares a password with a stored hash. For null (an unknown user, or a user without a
   * password) and for a damaged hash it does the same work and returns `right: false`, so that the
   * time of an answer says nothing about the account.
   *
   * @param find Returns the stored hash. Called once there is a place in the queue, and not for a
   *   whole crowd at once: what is refused with `BUSY` costs nothing and is refused before work is
   *   done for the others. When it rejects, nothing is compared and `verify` rejects too.
   * @throws {AuthError} `BUSY` when the queue is full; `find` was not called then.
   */
  verify(password: Secret, find: () => Promise<PasswordHash | null>): Promise<PasswordCheck>;
}
