import type { Brand } from "../kernel/brand.js";
import type { Secret } from "../kernel/secret.js";

/** A password in PHC string format. Minted by the `PasswordHasher` port. */
export type PasswordHash = Brand<string, "PasswordHash">;

export interface PasswordCheck {
  readonly right: boolean;
  /** The stored hash was made with weaker parameters than today's and should be replaced. */
  readonly outdated: boolean;
}

/** argon2id behind a bounded queue. Both methods throw `AuthError("BUSY")` when the queue is full. */
export interface PasswordHasher {
  hash(password: Secret): Promise<PasswordHash>;
  /** Against null (nobody, or no password) and against a damaged hash it does the same work and answers `right: false`. */
  verify(password: Secret, hash: PasswordHash | null): Promise<PasswordCheck>;
}
