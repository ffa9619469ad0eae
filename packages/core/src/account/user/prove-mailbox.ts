import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser } from "./user-store.js";

/**
 * What it means that mail to the user's address reached whoever is asking. On a verified account, nothing. On one that was never verified,
 * whoever signed up with the address may not have been its owner: unless the request comes from a live session of the same user, everything a squatter
 * could have planted goes. The user as it then is.
 */
export async function proveMailbox(
  tx: Tx,
  world: World,
  { user, client }: { readonly user: LockedUser; readonly client: Client },
): Promise<LockedUser> {
  if (user.emailVerified) return user;
  const now = world.clock.now();
  const presented =
    client.sessionToken &&
    (await tx.sessions.findLive(world.digest.token(client.sessionToken), now));
  if (presented?.userId === user.id) {
    await tx.users.markVerified(user.id, now);
    await recordEvent(tx, world, { event: "email.verified", userId: user.id, client, detail: {} });
    return { ...user, emailVerified: true, updatedAt: now };
  }
  await removeWhatCouldBePlanted(tx, user);
  const deletion = await tx.deletionRequests.revoke(user.id, now);
  if (deletion) {
    await recordEvent(tx, world, {
      event: "deletion.cancelled",
      userId: user.id,
      client,
      detail: { requestId: deletion.id, because: "reclaimed" },
    });
  }
  await tx.users.markReclaimed(user.id, now);
  await recordEvent(tx, world, { event: "user.reclaimed", userId: user.id, client, detail: {} });
  const owner = { ...user, emailVerified: true, updatedAt: now, reclaimedAt: now };
  await enqueueNotice(tx, world, owner, "account-reclaimed");
  return owner;
}

async function removeWhatCouldBePlanted(tx: Tx, user: LockedUser): Promise<void> {
  await tx.passwords.delete(user.id);
  await tx.passkeys.deleteFor(user.id);
  await tx.passkeyChallenges.deleteFor(user.id);
  await tx.linkedAccounts.deleteFor(user.id);
  await tx.oauthStates.deleteFor(user.id);
  await tx.sessions.revokeOthers(user.id, null);
  await tx.mailedLinks.deleteFor({ userId: user.id, email: user.email });
  await tx.oneTimeCodes.deleteFor(user.email);
}
