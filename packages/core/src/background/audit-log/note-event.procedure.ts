import type { World } from "../../store/env.js";
import type { Store } from "../../store/store.js";
import { countRepeat } from "./count-repeat.js";
import { type AuditEvent, isRefusedAttempt, type RefusedAttempt } from "./events.js";
import {
  enterEvent,
  type HappenedTo,
  recordRefusedAttempt,
  type RefusedAt,
} from "./record-event.js";

/**
 * Enters what no transaction causes, unless the user is gone: no erasure would ever blank the
 * entry. Returns false, and enters nothing, where it equals an event that was entered a short while
 * ago; that costs one statement, without a lock. While the email address is unverified, a refused
 * attempt does not say from where: the holder of the account must not learn who else tried.
 */
export async function noteEvent<E extends AuditEvent>(
  store: Store,
  world: World,
  happened: HappenedTo<E>,
): Promise<boolean> {
  const { isFirst } = await countRepeat(store.counters, world, happened.userId, happened);
  if (!isFirst) return false;
  await store.transaction(async (tx) => {
    // Locked, not read: an erasure that is under way ends before the entry is made, or waits for it
    // and blanks it.
    const user = await tx.users.lock(happened.userId);
    if (!user) return;
    const isHidden = isRefusedAttempt(happened.event) && !user.emailVerified;
    await enterEvent(tx, world, isHidden ? { ...happened, client: null } : happened);
  });
  return true;
}

/**
 * Notes a refused attempt at the account with an email address, in a transaction of its own: see
 * `recordRefusedAttempt`.
 */
export const noteRefusedAttemptAt = <E extends RefusedAttempt>(
  store: Store,
  world: World,
  refused: RefusedAt<E>,
): Promise<boolean> => store.transaction((tx) => recordRefusedAttempt(tx, world, refused));
