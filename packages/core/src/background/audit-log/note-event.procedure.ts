import type { World } from "../../store/env.js";
import type { Store } from "../../store/store.js";
import type { AuditEvent, RefusedAttempt } from "./events.js";
import {
  isFirstEntry,
  recordEvent,
  recordRefusedAttempt,
  type HappenedTo,
  type RefusedAt,
} from "./record-event.js";

/** Appends an entry for what no transaction causes, unless the user is gone: no erasure would ever blank it. */
export async function noteEvent<E extends AuditEvent>(
  store: Store,
  world: World,
  happened: HappenedTo<E>,
): Promise<void> {
  await store.transaction(async (tx) => {
    if (await tx.users.lock(happened.userId)) await recordEvent(tx, world, happened);
  });
}

/** Notes that the user was denied something, unless an equal entry was made a short while ago. */
export async function noteDeniedUser<E extends AuditEvent>(
  store: Store,
  world: World,
  denied: HappenedTo<E>,
): Promise<void> {
  if (await isFirstEntry(store.counters, world, denied.userId, denied))
    await noteEvent(store, world, denied);
}

/**
 * Notes a refused attempt at the user's account, unless an equal entry was made a short while ago. While the email address is
 * unverified the entry does not say from where: the holder of the account must not learn who else tried.
 */
export async function noteRefusedAttempt<E extends RefusedAttempt>(
  store: Store,
  world: World,
  refused: HappenedTo<E>,
): Promise<void> {
  if (!(await isFirstEntry(store.counters, world, refused.userId, refused))) return;
  await store.transaction(async (tx) => {
    const user = await tx.users.lock(refused.userId);
    if (user)
      await recordEvent(tx, world, user.emailVerified ? refused : { ...refused, client: null });
  });
}

/** Notes a refused attempt at the account with an email address, in a transaction of its own: see `recordRefusedAttempt`. */
export const noteRefusedAttemptAt = <E extends RefusedAttempt>(
  store: Store,
  world: World,
  refused: RefusedAt<E>,
): Promise<void> => store.transaction((tx) => recordRefusedAttempt(tx, world, refused));
