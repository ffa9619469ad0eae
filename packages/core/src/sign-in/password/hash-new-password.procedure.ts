import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import { isOwnName, judgeLength, lengthMessage, normalisePassword } from "./password-rules.js";
import type { NewPasswordHash } from "./password-store.js";

/**
 * Judges and hashes a new password: the one way to a hash that can be stored as new. It runs before
 * the transaction, and before anything is counted or used up: a form that is refused costs neither
 * a mail budget nor a code.
 *
 * @param email The email address of the user, which is no password.
 * @throws {AuthError} `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`, `PASSWORD_TOO_COMMON`, `BUSY`
 */
export async function hashNewPassword(
  env: Env,
  given: Secret,
  email: EmailAddress,
): Promise<NewPasswordHash> {
  const { policy, passwordHasher } = env;
  const password = normalisePassword(given.reveal());
  const fault = judgeLength(password, policy);
  if (fault) throw new AuthError(fault, { message: lengthMessage(fault, policy) });
  await refuseCommon(env, password, email);
  return (await passwordHasher.hash(new Secret(password))) as NewPasswordHash;
}

async function refuseCommon(
  { choices, commonPasswords, logger }: Env,
  password: string,
  email: EmailAddress,
): Promise<void> {
  const { passwordBlocklist, appName } = choices;
  if (passwordBlocklist === "off") return;
  const isCommon =
    isOwnName(password, email, appName) || (await commonPasswords.has(password.toLowerCase()));
  if (!isCommon) return;
  if (passwordBlocklist === "refuse") throw new AuthError("PASSWORD_TOO_COMMON");
  logger.warn("password_common");
}
