import type { UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { isOffered, type OfferedMethods } from "./offered-methods.js";

/** Whose sign-in methods are counted, and which of them count. */
export interface Counted {
  readonly userId: UserId;
  readonly offered: OfferedMethods;
}

/**
 * Returns in how many ways the user can sign in, as far as the application offers them. Where a
 * method is offered that takes no credential, such as a mailed code, the answer is `Infinity`.
 */
export async function countSignInMethods(
  tx: Tx,
  { signInMethods }: Pick<World, "signInMethods">,
  { userId, offered }: Counted,
): Promise<number> {
  const rows = Object.values(signInMethods).filter((row) => isOffered(row, offered));
  const counters = rows.map(({ credentials }) => credentials);
  if (counters.includes(null)) return Number.POSITIVE_INFINITY;
  const providers = new Set(offered.providers.map(({ id }) => id));
  let count = 0;
  for (const counter of counters)
    count += (await counter?.count(tx, userId, (id) => providers.has(id))) ?? 0;
  return count;
}

/** Returns whether the user has a credential of any kind, offered or not. */
export async function hasCredential(
  tx: Tx,
  { signInMethods }: Pick<World, "signInMethods">,
  userId: UserId,
): Promise<boolean> {
  for (const { credentials } of Object.values(signInMethods))
    if (credentials && (await credentials.count(tx, userId, () => true)) > 0) return true;
  return false;
}
