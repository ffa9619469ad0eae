import type { EmailAddress } from "../kernel/email-address.js";
import { AuthError } from "../kernel/errors.js";
import { Secret } from "../kernel/secret.js";
import type { Env } from "../ports/env.js";
import type { PasswordHash } from "../ports/password-hasher.js";
import { isOwnName, judgeLength, normalisePassword } from "./password-rules.js";

/**
 * The one way in for a new password, on every path that sets one: normalised, judged, hashed. Before the transaction.
 * Throws `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`, `PASSWORD_TOO_COMMON` or `BUSY`.
 */
export async function hashNewPassword(env: Env, given: Secret, email: EmailAddress): Promise<PasswordHash> {
  const { policy, passwordHasher, logger, choices } = env;
  const password = normalisePassword(given.reveal());
  const fault = judgeLength(password, policy);
  if (fault) throw new AuthError(fault);
  if (choices.passwordBlocklist !== "off" && (await isCommon(env, password, email))) {
    if (choices.passwordBlocklist === "refuse") throw new AuthError("PASSWORD_TOO_COMMON");
    logger.warn("password_common");
  }
  return passwordHasher.hash(new Secret(password));
}

const isCommon = async ({ commonPasswords, choices }: Env, password: string, email: EmailAddress): Promise<boolean> =>
  isOwnName(password, email, choices.appName) || commonPasswords.has(password.toLowerCase());
