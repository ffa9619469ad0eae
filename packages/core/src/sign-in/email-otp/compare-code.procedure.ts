import { noteRefusedAttemptAt } from "../../background/audit-log/note-event.procedure.js";
import type { Client } from "../../kernel/client.js";
import { maskEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import { AuthError, type ErrorCode } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import {
  guessBudgets,
  refundGuess,
  spendGuess,
  type GuessBudgets,
} from "../../background/rate-limit/spend-budget.js";
import { type CodeVerdict, judgeCode } from "./code-verdict.js";
import { codeContext } from "./code-context.js";
import type { CodeType, OneTimeCode } from "./one-time-code-store.js";

/** A code as a client presents it. */
export interface Guess {
  readonly email: EmailAddress;
  readonly otp: Secret;
}

/** A guess that matches. */
export interface RightGuess {
  readonly issued: OneTimeCode;
  /** What it has counted against, which is to be refunded. */
  readonly budgets: GuessBudgets;
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
): Promise<RightGuess> {
  const { store, digest, logger } = env;
  const refuse = (code: ErrorCode) => {
    logger.warn("authn_login_fail", {
      method: "email-otp",
      type,
      code,
      to: maskEmailAddress(email),
    });
    return new AuthError(code);
  };
  const budgets = guessBudgets(env, email, client);
  const verdict = await store.transaction((tx) => takeAttempt(tx, env, { email, type, budgets }));
  if (!verdict.comparable) throw refuse(verdict.reason);
  if (digest.codeMatches(otp, codeContext(email, type), verdict.issued.codeHash))
    return { issued: verdict.issued, budgets };
  const isFirst = await noteRefusedAttemptAt(store, env, {
    event: "code.refused",
    email,
    client,
    detail: { type },
  });
  throw isFirst ? refuse("INVALID_OTP") : new AuthError("INVALID_OTP");
}

/**
 * Counts a guess, in a transaction of its own that is committed before the code is compared: one commit for the budgets and the attempt. A guess at a code
 * that may not be compared is given back.
 */
async function takeAttempt(
  tx: Tx,
  world: World,
  {
    email,
    type,
    budgets,
  }: Pick<Guess, "email"> & { readonly type: CodeType; readonly budgets: GuessBudgets },
): Promise<CodeVerdict> {
  // The budget before the attempt: a client that has none left must not use up the codes of other people.
  await spendGuess(tx, world, budgets);
  const verdict = judgeCode(await tx.oneTimeCodes.spendAttempt(email, type), world.clock.now());
  if (!verdict.comparable) await refundGuess(tx, budgets);
  return verdict;
}
