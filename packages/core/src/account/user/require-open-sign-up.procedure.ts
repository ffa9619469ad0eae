import type { EmailAddress } from "../../kernel/email-address.js";
import { refusalOf } from "../../kernel/sign-up-rule.js";
import type { Env } from "../../store/env.js";
import type { SignInMethod } from "../../store/sign-in-methods.js";
import { checkMaySignUp, signUpNotAllowed } from "./check-may-sign-up.js";

/**
 * Checks what the rule says of an email address that no one has proven, before anything is looked
 * up: the answer depends on the rule and the text alone. No invitation counts.
 * @throws {AuthError} `SIGN_UP_NOT_ALLOWED`
 */
export async function requireOpenSignUp(
  env: Env,
  email: EmailAddress,
  method: SignInMethod,
): Promise<void> {
  if (refusalOf(env.choices.signUp, email) === null) return;
  const unproven = { email, emailVerified: false };
  const refused = await env.store.transaction((tx) => checkMaySignUp(tx, env, unproven));
  if (refused) throw signUpNotAllowed(env.logger, refused, method);
}
