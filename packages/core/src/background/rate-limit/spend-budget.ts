import type { Client } from "../../kernel/client.js";
import { later } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { CounterReading, CounterStore } from "./counter-store.js";

/** What mail is asked for. An email address has a budget for each. */
export type MailPurpose =
  | "sign-in"
  | "email-verification"
  | "forget-password"
  | "password-reset"
  | "magic-link"
  | "email-change"
  | "invitation";

/** A request that may cause mail: who asks, for whom, and what for. */
export interface MailRequest {
  readonly email: EmailAddress;
  readonly purpose: MailPurpose;
  readonly client: Client;
}

/**
 * Counts a request that may cause mail, before anything is known about the email address. Throws
 * `TOO_MANY_REQUESTS` when the client has caused too many; the reading says whether the email
 * address has budget left for this purpose.
 */
export async function spendMailBudget(
  counters: CounterStore,
  world: World,
  request: MailRequest,
): Promise<CounterReading> {
  await spendClientMails(counters, world, request);
  return spendByAddress(counters, world, request);
}

/**
 * Counts the request against its client. A statement of its own, never a part of a transaction:
 * everyone behind one network counts in the same row, and would wait for that transaction with a
 * connection each.
 * @throws {AuthError} `TOO_MANY_REQUESTS`
 */
export async function spendClientMails(
  counters: CounterStore,
  world: World,
  request: MailRequest,
): Promise<void> {
  requireSpent(await spendByClient(counters, world, request));
}

/**
 * Refuses what is beyond a budget.
 * @throws {AuthError} `TOO_MANY_REQUESTS`
 */
export function requireSpent({ spent, resetsAt }: CounterReading): void {
  if (!spent) throw new AuthError("TOO_MANY_REQUESTS", { retryAt: resetsAt });
}

/** Counts the same, and refuses nothing. Returns whether a mail may go out. */
export const hasMailBudget = async (
  counters: CounterStore,
  world: World,
  request: MailRequest,
): Promise<boolean> =>
  (await spendByClient(counters, world, request)).spent &&
  (await spendByAddress(counters, world, request)).spent;

const spendByClient = (
  counters: CounterStore,
  { clock, digest, policy }: World,
  { client }: MailRequest,
): Promise<CounterReading> =>
  counters.spend(
    `mails-by/${digest.pseudonym(client.network)}`,
    policy.mailsPerClient,
    policy.mailsPerClientWindow,
    clock.now(),
  );

/** Counts the request against its email address and purpose. */
export const spendByAddress = (
  counters: CounterStore,
  { clock, digest, policy }: World,
  { email, purpose }: Omit<MailRequest, "client">,
): Promise<CounterReading> =>
  counters.spend(
    `mails-to/${purpose}/${digest.pseudonym(email)}`,
    policy.mailsPerAddress,
    policy.mailsPerAddressWindow,
    clock.now(),
  );

/** Whether a notice may go out now; otherwise from when on it may. Nothing is counted then. */
export type NoticeBudget = Pick<CounterReading, "spent" | "resetsAt">;

/** Counts a notice against the two windows of its group and recipient. */
export async function spendNoticeBudget(
  counters: CounterStore,
  { clock, policy }: World,
  noticeGroup: string,
): Promise<NoticeBudget> {
  const now = clock.now();
  const windows = [
    {
      key: `notices/${noticeGroup}`,
      limit: policy.noticesPerGroup,
      windowMs: policy.noticesPerGroupWindow,
    },
    {
      key: `daily-notices/${noticeGroup}`,
      limit: policy.noticesPerGroupDaily,
      windowMs: policy.noticesPerGroupDailyWindow,
    },
  ];
  const readings = [];
  for (const { key, limit, windowMs } of windows)
    readings.push({ key, ...(await counters.spend(key, limit, windowMs, now)) });
  const refused = readings.filter(({ spent }) => !spent);
  if (refused.length === 0) return { spent: true, resetsAt: now };
  for (const { key, spent } of readings) if (spent) await counters.release(key);
  return { spent: false, resetsAt: refused.map(({ resetsAt }) => resetsAt).reduce(later) };
}

const STRANGERS = { "sign-up": "stranger-notices", provider: "stranger-provider-notices" } as const;

/**
 * What a stranger did with an email address: signed up with it, or signed in with a provider's
 * account that names it.
 */
export interface StrangersAttempt {
  readonly email: EmailAddress;
  /** Each is told on its own. */
  readonly attempt: keyof typeof STRANGERS;
}

/**
 * Whether the owner of an email address may be told now of what a stranger did with it. Counted
 * whether or not there is an owner.
 */
export async function spendStrangerNotice(
  counters: CounterStore,
  { clock, digest, policy }: World,
  { email, attempt }: StrangersAttempt,
): Promise<boolean> {
  const { spent } = await counters.spend(
    `${STRANGERS[attempt]}/${digest.pseudonym(email)}`,
    policy.strangerNoticesPerAddress,
    policy.strangerNoticesWindow,
    clock.now(),
  );
  return spent;
}

/** The two budgets of wrong codes that an attempt counts against, by their keys. */
export interface CodeAttemptBudgets {
  readonly byAddress: string;
  readonly byClient: string;
}

export const codeAttemptBudgets = (
  { digest }: World,
  email: EmailAddress,
  client: Client,
): CodeAttemptBudgets => ({
  byAddress: `wrong-codes/${digest.pseudonym(email)}`,
  byClient: `wrong-codes/${digest.pseudonym(`${email} ${client.network}`)}`,
});

/**
 * Counts an attempt as wrong before its code is compared, so that parallel attempts cannot outrun
 * the budget. Throws `TOO_MANY_ATTEMPTS` when one of the budgets is used up; the transaction then
 * ends, and neither has counted. An attempt that was not compared, or turned out right, is given
 * back with `refundCodeAttempt`.
 */
export async function spendCodeAttempt(
  { counters }: Tx,
  { clock, policy }: World,
  budgets: CodeAttemptBudgets,
): Promise<void> {
  const byClient = await counters.spend(
    budgets.byClient,
    policy.wrongCodesPerClient,
    policy.wrongCodesPerClientWindow,
    clock.now(),
  );
  if (!byClient.spent) throw new AuthError("TOO_MANY_ATTEMPTS", { retryAt: byClient.resetsAt });
  const byAddress = await counters.spend(
    budgets.byAddress,
    policy.wrongCodesPerAddress,
    policy.wrongCodesPerAddressWindow,
    clock.now(),
  );
  if (!byAddress.spent) throw new AuthError("TOO_MANY_ATTEMPTS", { retryAt: byAddress.resetsAt });
}

export async function refundCodeAttempt(
  { counters }: Pick<Tx, "counters">,
  { byAddress, byClient }: CodeAttemptBudgets,
): Promise<void> {
  await counters.release(byClient);
  await counters.release(byAddress);
}
