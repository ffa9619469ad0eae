import type { OutboxMailId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { PartMail } from "./mail-part.js";
import type { NewMail, NoMail } from "./mails.js";
import type { OutboxMail } from "./outbox-store.js";
import type { ApplicationMail } from "./own-mail.js";

/**
 * Puts a sealed mail into the outbox, in the transaction that causes it. It is dropped unsent once
 * `expiresAt` has come.
 */
export async function enqueueMail(
  tx: Tx,
  world: World,
  mail: NewMail | ApplicationMail | PartMail | NoMail,
  expiresAt: Date,
): Promise<void> {
  await tx.outbox.enqueue(sealMail(world, mail, expiresAt));
}

/** The row of a mail that is due now. */
export function sealMail(
  { clock, random, sealer }: World,
  mail: NewMail | ApplicationMail | PartMail | NoMail,
  expiresAt: Date,
): OutboxMail {
  const id = random.id<OutboxMailId>();
  const now = clock.now();
  return {
    id,
    sealed: sealer.seal("outbox", JSON.stringify(mail), id),
    attempts: 0,
    nextAttemptAt: now,
    expiresAt,
    createdAt: now,
    noticeGroup: null,
    overBudget: false,
  };
}
