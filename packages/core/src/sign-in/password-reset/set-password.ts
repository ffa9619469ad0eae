import { proveMailbox } from "../../account/user/prove-mailbox.js";
import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import type { World } from "../../store/env.js";
import { removalsOf } from "../../store/ownership.js";
import type { Tx } from "../../store/store.js";
import type { NewPasswordHash } from "../password/password-store.js";

export interface ResetPassword {
  readonly user: LockedUser;
  readonly hash: NewPasswordHash;
  readonly client: Client;
}

/**
 * Sets the password of a user who has proven the mailbox. Every session ends, every link and code
 * that was mailed before is dead, and the user is told by mail.
 */
export async function setPassword(
  tx: Tx,
  world: World,
  { user, hash, client }: ResetPassword,
): Promise<void> {
  const owner = await proveMailbox(tx, world, { user, client });
  await tx.passwords.replace({ userId: owner.id, hash, updatedAt: world.clock.now() });
  for (const remove of removalsOf(world.ownership, "endedByReset"))
    await remove(tx, { user: owner });
  await recordEvent(tx, world, { event: "password.reset", userId: owner.id, client, detail: {} });
  await enqueueNotice(tx, world, owner, {
    template: "password-reset-done",
    client,
    by: "mailbox",
  });
}
