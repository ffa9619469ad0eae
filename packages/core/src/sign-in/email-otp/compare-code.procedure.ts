import { noteRefusedAttemptAt } from "../../background/audit-log/note-event.procedure.js";
import {
  type CodeAttemptBudgets,
  codeAttemptBudgets,
  refundCodeAttempt,
  spendCodeAttempt,
} from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { type EmailAddress, maskEmailAddress } from "../../kernel/email-address.js";
import { AuthError, type ErrorCode } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { codeContext } from "./code-context.js";
import { type CodeVerdict, judgeCode } from "./code-verdict.js";
import type { CodeType, OneTimeCode } from "./one-time-code-store.js";

/** A code as a client presents it. */
export interface CodeAttempt {
  readonly email: EmailAddress;
  readonly otp: Secret;
}

/** The stored code that an attempt matched. */
export interface MatchedCode {
  readonly issued: OneTimeCode;
  /** The budgets against which the attempt was counted. The caller refunds them. */
  readonly budgets: CodeAttemptBudgets;
}

/**
 * Returns the stored code that the attempt matches. An attempt stays counted when this throws:
 * everything here is committed before the verdict.
 *
 * @throws {AuthError} `INVALID_OTP`, `OTP_EXPIRED`, `TOO_MANY_ATTEMPTS`
 */
export async function compareCode(
  env: Env,
  { email, otp }: CodeAttempt,
  { type, client }: { readonly type: CodeType; readonly client: Client },
): Promise<MatchedCode> {
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
  const budgets = codeAttemptBudgets(env, email, client);
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
 * Counts an attempt, in a transaction of its own that is committed before the code is compared: one
 * commit for the budgets and the code. An attempt that may not be compared is given back to the
 * budgets.
 */
async function takeAttempt(
  tx: Tx,
  world: World,
  {
    email,
    type,
    budgets,
  }: Pick<CodeAttempt, "email"> & { readonly type: CodeType; readonly budgets: CodeAttemptBudgets },
): Promise<CodeVerdict> {
  // The budget before the attempt: a client that has none left must not use up the codes of other
  // people.
  await spendCodeAttempt(tx, world, budgets);
  const verdict = judgeCode(await tx.oneTimeCodes.spendAttempt(email, type), world.clock.now());
  if (!verdict.comparable) await refundCodeAttempt(tx, budgets);
  return verdict;
}
