import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import { isOwnName, judgeLength, lengthMessage, normalisePassword } from "./password-rules.js";
import type { NewPasswordHash } from "./password-store.js";

/** What was found about a new password that will do. */
export interface JudgedPassword {
  /**
   * Whether it is a common one, which `passwordBlocklist: "warn"` lets pass: advise another. Always
   * false in the other modes.
   */
  readonly isCommon: boolean;
}

/** A new password that was judged, as it is stored. */
export interface HashedPassword extends JudgedPassword {
  readonly hash: NewPasswordHash;
}

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
): Promise<HashedPassword> {
  const { policy, passwordHasher } = env;
  const password = normalisePassword(given.reveal());
  const fault = judgeLength(password, policy);
  if (fault) throw new AuthError(fault, { message: lengthMessage(fault, policy) });
  const isCommon = await judgeCommon(env, password, email);
  const hash = (await passwordHasher.hash(new Secret(password))) as NewPasswordHash;
  return { hash, isCommon };
}

async function judgeCommon(
  { choices, commonPasswords, logger }: Env,
  password: string,
  email: EmailAddress,
): Promise<boolean> {
  const { passwordBlocklist, appName } = choices;
  if (passwordBlocklist === "off") return false;
  const isCommon =
    isOwnName(password, email, appName) || (await commonPasswords.has(password.toLowerCase()));
  if (!isCommon) return false;
  if (passwordBlocklist === "refuse") throw new AuthError("PASSWORD_TOO_COMMON");
  logger.warn("password_common");
  return true;
}
