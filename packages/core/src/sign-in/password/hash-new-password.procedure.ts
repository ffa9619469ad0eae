import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import type { PasswordHash } from "../../ports/password-hasher.js";
import { isOwnName, judgeLength, normalisePassword } from "./password-rules.js";

/**
 * Whether a new password will do, the same on every path that sets one, and before anything is counted or used up for it.
 * Throws `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG` or `PASSWORD_TOO_COMMON`.
 */
export async function judgeNewPassword(
  env: Env,
  given: Secret,
  email: EmailAddress,
): Promise<void> {
  const { policy, logger, choices } = env;
  const password = normalisePassword(given.reveal());
  const fault = judgeLength(password, policy);
  if (fault) throw new AuthError(fault);
  if (choices.passwordBlocklist === "off" || !(await isCommon(env, password, email))) return;
  if (choices.passwordBlocklist === "refuse") throw new AuthError("PASSWORD_TOO_COMMON");
  logger.warn("password_common");
}

/** The hash of a password that was judged. Before the transaction. Throws `BUSY`. */
export const hashPassword = ({ passwordHasher }: Env, given: Secret): Promise<PasswordHash> =>
  passwordHasher.hash(new Secret(normalisePassword(given.reveal())));

const isCommon = async (
  { commonPasswords, choices }: Env,
  password: string,
  email: EmailAddress,
): Promise<boolean> =>
  isOwnName(password, email, choices.appName) || commonPasswords.has(password.toLowerCase());
