import type { Client } from "../../kernel/client.js";
import { after, MINUTE, wholeUnits } from "../../kernel/duration.js";
import { maskEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import type { OneTimeCodeId } from "../../kernel/ids.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import type { Env } from "../../store/env.js";
import type { CounterReading } from "../../background/rate-limit/counter-store.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import { codeContext } from "./code-context.js";
import { CODE_MAILS } from "./code-mails.js";
import type { CodeType } from "./one-time-code-store.js";

/** Where a code goes, and what it is for. */
export interface CodeRequest {
  readonly email: EmailAddress;
  readonly type: CodeType;
  readonly client: Client;
}

/**
 * Issues a code, which replaces any earlier one, and mails it where a code of this type is of use. The work is the same for
 * every email address. Returns the mail budget: when it was used up, nothing was issued.
 *
 * @throws {AuthError} `TOO_MANY_REQUESTS` when the client has caused too many mails.
 */
export async function issueCode(
  env: Env,
  { email, type, client }: CodeRequest,
): Promise<CounterReading> {
  const { store, clock, random, digest, policy, logger } = env;
  const budget = await spendMailBudget(store.counters, env, { email, purpose: type, client });
  if (!budget.spent) return budget;

  const code = random.digits(policy.codeDigits);
  const id = random.id<OneTimeCodeId>();
  const createdAt = clock.now();
  const expiresAt = after(createdAt, policy.codeLifetime);
  const codeHash = digest.code(code, codeContext(email, type));
  const data = { code: code.reveal(), minutes: wholeUnits(policy.codeLifetime, MINUTE) };
  const { template, wants } = CODE_MAILS[type];
  await store.transaction(async (tx) => {
    const wanted = wants(await tx.users.findByEmail(email));
    await tx.oneTimeCodes.replace({
      id,
      email,
      type,
      codeHash,
      attemptsLeft: policy.codeTries,
      createdAt,
      expiresAt,
    });
    await enqueueMail(
      tx,
      env,
      wanted
        ? { template, to: email, data, carries: { kind: "one-time-code", id } }
        : { template: "none", to: email },
      expiresAt,
    );
  });
  env.nudge();
  logger.info("code_requested", { type, to: maskEmailAddress(email) });
  return budget;
}
