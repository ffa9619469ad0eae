import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { findPresented } from "../session/find-presented.js";
import { reclaimAccount } from "./reclaim-account.js";
import type { LockedUser } from "./user-store.js";

export interface MailboxProof {
  readonly user: LockedUser;
  /** The client that has just shown that mail to the user's email address reaches it. */
  readonly client: Client;
}

/**
 * Accepts the proof that mail to the user's email address reaches the client. It changes nothing on
 * a verified account. An account that was never verified may have been made by a pre-hijacker, so
 * everything that could have been planted in it is removed (see `OWNERSHIP`), unless the request
 * presents a live session of the same user: then one person holds both. Returns the user as it is
 * afterwards.
 */
export async function proveMailbox(
  tx: Tx,
  world: World,
  { user, client }: MailboxProof,
): Promise<LockedUser> {
  if (user.emailVerified) return user;
  const now = world.clock.now();
  const presented = await findPresented(tx, world, client);
  if (presented?.userId === user.id) {
    await tx.users.markVerified(user.id, now);
    await recordEvent(tx, world, { event: "email.verified", userId: user.id, client, detail: {} });
    return { ...user, emailVerified: true, updatedAt: now };
  }
  return reclaimAccount(tx, world, { user, client, operator: null });
}
