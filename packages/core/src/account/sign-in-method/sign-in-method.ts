import type { Env } from "../../store/env.js";
import { isOffered, type OfferedMethods, offeredMethods } from "./offered-methods.js";

/** One way to sign in, whether or not the application offers it. */
export interface ListedMethod {
  /** What sessions, metrics and logs call it. */
  readonly name: string;
  /** What pages call it. */
  readonly word: string;
  /** Whether the application offers it. */
  readonly isOffered: boolean;
}

/** Which ways to sign in the application offers. */
export interface SignInMethods {
  /**
   * Returns what a sign-in page may show. The answer is the same for every caller and does not
   * change while the process runs.
   * @example
   * const { password, providers } = auth.signInMethods.offered();
   */
  offered(): OfferedMethods;

  /** Returns every sign-in method that there is, those that are not offered too. */
  list(): readonly ListedMethod[];
}

export function createSignInMethods(
  env: Pick<Env, "choices" | "identityProviders" | "signInMethods">,
): SignInMethods {
  const offered = offeredMethods(env);
  const listed = Object.entries(env.signInMethods).map(([name, row]) => ({
    name,
    word: row.word,
    isOffered: isOffered(row, offered),
  }));
  return { offered: () => offered, list: () => listed };
}
