import type { OutboxMailId } from "../kernel/ids.js";
import type { World } from "../ports/env.js";
import type { Tx } from "../ports/store.js";
import type { Mail } from "./mails.js";

/** Puts a sealed mail into the outbox, in the transaction that causes it. It is dropped unsent once `expiresAt` has come. */
export async function enqueueMail(tx: Tx, { clock, random, sealer }: World, mail: Mail, expiresAt: Date): Promise<void> {
  const id = random.id() as OutboxMailId;
  const now = clock.now();
  await tx.outbox.enqueue({ id, sealed: sealer.seal(JSON.stringify(mail), id), attempts: 0, nextAttemptAt: now, expiresAt, createdAt: now });
}
