import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import { unplantedFields } from "../../kernel/check-fields.js";
import type { Client } from "../../kernel/client.js";
import type { DeletionRequestId } from "../../kernel/ids.js";
import type { OperatorText } from "../../kernel/operator-text.js";
import type { World } from "../../store/env.js";
import { removalsOf } from "../../store/ownership.js";
import type { Tx } from "../../store/store.js";
import { hasCredential } from "../sign-in-method/count-sign-in-methods.js";
import { recordLanguage } from "./record-language.js";
import { isSuspended } from "./suspension.js";
import type { LockedUser } from "./user-store.js";

export interface RecoveredAccount {
  /** The user, whose email address was never verified before. */
  readonly user: LockedUser;
  /** Null when no request causes it. */
  readonly client: Client | null;
  /**
   * What the operator wrote who vouches for the email address; null when a proof of the mailbox
   * does.
   */
  readonly operator: OperatorText | null;
}

/**
 * Verifies the email address of an account that a pre-hijacker may have made: removes everything
 * that could have been planted in it (see `OWNERSHIP`), and notifies the user by mail when another
 * person could have had access. Returns the user as it is afterwards.
 */
export async function reclaimAccount(
  tx: Tx,
  world: World,
  { user, client, operator }: RecoveredAccount,
): Promise<LockedUser> {
  const now = world.clock.now();
  // An account that an operator has just created has neither: its user is not notified.
  const hadAccess =
    (await tx.sessions.listLive(user.id, now)).length > 0 ||
    (await hasCredential(tx, world, user.id));
  await removePlantable(tx, world, { user, client, operator });
  await tx.users.markReclaimed(user.id, now);
  const fields = unplantedFields(world.userFields, user.fields);
  if (user.fields) await tx.users.updateFields(user.id, fields, now);
  await recordEvent(tx, world, {
    event: "user.reclaimed",
    userId: user.id,
    client,
    operator,
    detail: {},
  });
  const forgotten = { ...user, locale: null, signInLanguage: null };
  // A proof of the mailbox is the first sign-in of its owner.
  const signInLanguage = client && (await recordLanguage(tx, forgotten, client));
  const owner = {
    ...forgotten,
    emailVerified: true,
    updatedAt: now,
    reclaimedAt: now,
    secondFactorSince: null,
    recoveryDueAt: null,
    signInLanguage,
    fields: fields ?? undefined,
  };
  if (hadAccess)
    await enqueueNotice(tx, world, owner, {
      template: "account-reclaimed",
      client,
      by: operator === null ? "mailbox" : "operator",
    });
  return owner;
}

/**
 * Removes everything that could have been planted in an account: the column `plantable` of
 * `OWNERSHIP`, and of what features have.
 */
export async function removePlantable(
  tx: Tx,
  world: World,
  { user, client, operator }: RecoveredAccount,
): Promise<void> {
  const now = world.clock.now();
  const recordCancelled = (requestId: DeletionRequestId): Promise<void> =>
    recordEvent(tx, world, {
      event: "deletion.cancelled",
      userId: user.id,
      client,
      operator,
      detail: { requestId, because: "reclaimed" },
    });
  const recovery = { user, now, isSuspended: isSuspended(user, now), recordCancelled };
  for (const remove of removalsOf(world.ownership, "plantable")) await remove(tx, recovery);
}
