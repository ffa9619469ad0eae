import { readerLanguage } from "../../background/language/reader-language.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import type { CounterReading } from "../../background/rate-limit/counter-store.js";
import { spendByAddress, spendClientMails } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { after, MINUTE, wholeUnits } from "../../kernel/duration.js";
import { type EmailAddress, maskEmailAddress } from "../../kernel/email-address.js";
import type { OneTimeCodeId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { codeContext } from "./code-context.js";
import { CODE_MAILS } from "./code-mails.js";
import type { CodeType, OneTimeCode } from "./one-time-code-store.js";

/** Where a code goes, and what it is for. */
export interface CodeRequest {
  readonly email: EmailAddress;
  readonly type: CodeType;
  readonly client: Client;
}

/**
 * Issues a code, which replaces any earlier one, and mails it where a code of this type is of use.
 * The work is the same for every email address. Returns the mail budget: when it was used up,
 * nothing was issued.
 *
 * @throws {AuthError} `TOO_MANY_REQUESTS` when the client has caused too many mails.
 */
export async function issueCode(
  env: Env,
  { email, type, client }: CodeRequest,
): Promise<CounterReading> {
  const { store, logger } = env;
  await spendClientMails(store.counters, env, { email, purpose: type, client });
  const budget = await store.transaction((tx) => enqueueCode(tx, env, { email, type, client }));
  if (!budget.spent) return budget;
  env.nudge("mail");
  logger.info("code_requested", { type, to: maskEmailAddress(email) });
  return budget;
}

/**
 * Counts the mail against its email address, then stores the code and its mail. One transaction, so
 * that all of it costs one commit.
 */
async function enqueueCode(
  tx: Tx,
  world: World,
  { email, type, client }: CodeRequest,
): Promise<CounterReading> {
  const { policy } = world;
  const budget = await spendByAddress(tx.counters, world, { email, purpose: type });
  if (!budget.spent) return budget;

  const { code, row } = composeCode(world, { email, type });
  const { id, expiresAt } = row;
  const data = { code: code.reveal(), minutes: wholeUnits(policy.codeLifetime, MINUTE) };
  const { template, wants } = CODE_MAILS[type];
  const user = await tx.users.findByEmail(email);
  const wanted = wants(user, row.createdAt);
  const carries = { kind: "one-time-code", id } as const;
  const language = readerLanguage(user, client);
  await tx.oneTimeCodes.replace(row);
  await enqueueMail(
    tx,
    world,
    wanted ? { template, to: email, data, carries, language } : { template: "none", to: email },
    expiresAt,
  );
  return budget;
}

/** A new code, and the row that keeps its hash. */
function composeCode(
  { clock, random, digest, policy }: World,
  { email, type }: Pick<CodeRequest, "email" | "type">,
): { readonly code: Secret; readonly row: OneTimeCode } {
  const code = random.digits(policy.codeDigits);
  const createdAt = clock.now();
  const row = {
    id: random.id<OneTimeCodeId>(),
    email,
    type,
    codeHash: digest.code(code, codeContext(email, type)),
    attemptsLeft: policy.codeTries,
    createdAt,
    expiresAt: after(createdAt, policy.codeLifetime),
  };
  return { code, row };
}
