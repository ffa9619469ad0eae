import type { Env } from "../../store/env.js";
import { type OfferedMethods, offeredMethods } from "./offered-methods.js";

/** Which ways to sign in the application offers. */
export interface SignInMethods {
  /**
   * Returns what a sign-in page may show. The answer is the same for every caller and does not
   * change while the process runs.
   * @example
   * const { password, providers } = auth.signInMethods.offered();
   */
  offered(): OfferedMethods;
}

export function createSignInMethods(
  env: Pick<Env, "choices" | "identityProviders">,
): SignInMethods {
  const offered = offeredMethods(env);
  return { offered: () => offered };
}
