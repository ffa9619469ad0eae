import { recordRefusedAttempt } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { maskEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import { AuthError, type ErrorCode } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import { refundGuess, spendGuess } from "../../background/rate-limit/spend-budget.js";
import { judgeCode } from "./code-verdict.js";
import { codeContext } from "./code-context.js";
import type { CodeType, OneTimeCode } from "./one-time-code-store.js";

/** A code as a client presents it. */
export interface Guess {
  readonly email: EmailAddress;
  readonly otp: Secret;
}

/**
 * Returns the code that the guess matches. What it counts stays counted when it throws: everything here is committed before the
 * verdict.
 *
 * @throws {AuthError} `INVALID_OTP`, `OTP_EXPIRED`, `TOO_MANY_ATTEMPTS`
 */
export async function compareCode(
  env: Env,
  { email, otp }: Guess,
  { type, client }: { readonly type: CodeType; readonly client: Client },
): Promise<OneTimeCode> {
  const { store, clock, digest, logger } = env;
  const refuse = (code: ErrorCode) => {
    logger.warn("authn_login_fail", {
      method: "email-otp",
      type,
      code,
      to: maskEmailAddress(email),
    });
    return new AuthError(code);
  };
  // The budget before the attempt: a client that has none left must not use up the codes of other people.
  await spendGuess(store.counters, env, email, client);
  const verdict = judgeCode(await store.oneTimeCodes.spendAttempt(email, type), clock.now());
  if (!verdict.comparable) {
    await refundGuess(store.counters, env, email, client);
    throw refuse(verdict.reason);
  }
  if (digest.codeMatches(otp, codeContext(email, type), verdict.issued.codeHash))
    return verdict.issued;
  await recordRefusedAttempt(store, env, {
    event: "code.refused",
    email,
    client,
    detail: { type },
  });
  throw refuse("INVALID_OTP");
}
