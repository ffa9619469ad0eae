import { AuthError } from "@acme/auth-core";

/**
 * Returns what was thrown as the refusal that it must be.
 *
 * @throws {Error} when it is something else; its cause is what was thrown
 */
export function refusalOf(thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown;
  throw new Error("A refusal was expected.", { cause: thrown });
}
