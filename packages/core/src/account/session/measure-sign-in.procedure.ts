import { AuthError, type ErrorKind } from "../../kernel/errors.js";
import type { SignInOutcome } from "../../ports/metrics.js";
import type { Env } from "../../store/env.js";
import type { SignInMethod } from "../../store/sign-in-methods.js";

/** What the user can do nothing about. */
const OURS: ReadonlySet<ErrorKind> = new Set(["unavailable", "internal"]);

/** Returns what a refusal, or whatever else was thrown, makes of a sign-in. */
const outcomeOfThrown = (thrown: unknown): SignInOutcome =>
  AuthError.is(thrown) && !OURS.has(thrown.kind) ? "refused" : "failed";

/**
 * Counts the calls of a use case that signs in, by how they end. Without metrics it is returned as
 * it is.
 * @param outcomeOf tells what a result means where it does not mean success; null for a result that
 * is no sign-in
 */
export function measureSignIn<A extends readonly unknown[], R>(
  { metrics }: Pick<Env, "metrics">,
  {
    method,
    signIn,
    outcomeOf = () => "succeeded",
  }: {
    readonly method: SignInMethod;
    readonly signIn: (...input: A) => Promise<R>;
    readonly outcomeOf?: (result: R) => SignInOutcome | null;
  },
): (...input: A) => Promise<R> {
  if (!metrics) return signIn;
  return async (...input) => {
    try {
      const result = await signIn(...input);
      const outcome = outcomeOf(result);
      if (outcome) metrics.signInEnded(method, outcome);
      return result;
    } catch (thrown) {
      metrics.signInEnded(method, outcomeOfThrown(thrown));
      throw thrown;
    }
  };
}
