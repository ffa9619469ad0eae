import type { Client } from "../client/client.js";
import type { EmailAddress } from "../kernel/email-address.js";
import { AuthError } from "../kernel/errors.js";
import type { World } from "../ports/env.js";
import type { CounterReading, CounterStore } from "./counter-store.js";

/** A request that may cause mail: who asks, for whom, and what for. */
export interface MailRequest {
  readonly email: EmailAddress;
  readonly purpose: string;
  readonly client: Client;
}

/**
 * Counts a request that may cause mail, before anything is known about the address. Throws `TOO_MANY_REQUESTS` when the client has caused
 * too many; the reading says whether the address has budget left for this purpose.
 */
export async function spendMailBudget(counters: CounterStore, { clock, digest, policy }: World, request: MailRequest): Promise<CounterReading> {
  const now = clock.now();
  const byClient = await counters.spend(
    `mails-by/${digest.pseudonym(request.client.network)}`,
    policy.mailsPerClient,
    policy.mailsPerClientWindow,
    now,
  );
  if (!byClient.spent) throw new AuthError("TOO_MANY_REQUESTS", { retryAt: byClient.resetsAt });
  return counters.spend(`mails-to/${request.purpose}/${digest.pseudonym(request.email)}`, policy.mailsPerAddress, policy.mailsPerAddressWindow, now);
}

/** Whether the owner of an address may be told now of what a stranger did with it. Counted whether or not there is an owner. */
export async function spendStrangerNotice(counters: CounterStore, { clock, digest, policy }: World, email: EmailAddress): Promise<boolean> {
  const { spent } = await counters.spend(
    `stranger-notices/${digest.pseudonym(email)}`,
    policy.strangerNoticesPerAddress,
    policy.strangerNoticesWindow,
    clock.now(),
  );
  return spent;
}

/** The two budgets of wrong codes that a guess counts against. */
const wrongCodeKeys = ({ digest }: World, email: EmailAddress, client: Client) => ({
  byAddress: `wrong-codes/${digest.pseudonym(email)}`,
  byClient: `wrong-codes/${digest.pseudonym(`${email} ${client.network}`)}`,
});

/**
 * Counts a guess as wrong before it is compared, so that parallel guesses cannot outrun the budget. Throws `TOO_MANY_ATTEMPTS` when the
 * address has no budget left. A guess that was not compared, or turned out right, is given back with `refundGuess`.
 */
export async function spendGuess(counters: CounterStore, world: World, email: EmailAddress, client: Client): Promise<void> {
  const { clock, policy } = world;
  const keys = wrongCodeKeys(world, email, client);
  const byClient = await counters.spend(keys.byClient, policy.wrongCodesPerClient, policy.wrongCodesPerClientWindow, clock.now());
  if (!byClient.spent) throw new AuthError("TOO_MANY_ATTEMPTS", { retryAt: byClient.resetsAt });
  const byAddress = await counters.spend(keys.byAddress, policy.wrongCodesPerAddress, policy.wrongCodesPerAddressWindow, clock.now());
  if (byAddress.spent) return;
  await counters.release(keys.byClient);
  throw new AuthError("TOO_MANY_ATTEMPTS", { retryAt: byAddress.resetsAt });
}

export async function refundGuess(counters: CounterStore, world: World, email: EmailAddress, client: Client): Promise<void> {
  const keys = wrongCodeKeys(world, email, client);
  await counters.release(keys.byClient);
  await counters.release(keys.byAddress);
}
