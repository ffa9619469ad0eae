import type { CallerSession } from "../../account/session/caller-store.js";
import type { FreshCaller } from "../../account/session/session.js";
import { after, isPast } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

/**
 * Whether a session was opened by password so shortly ago that its browser may make a passkey without
 * asking its user.
 */
export function isShortlyAfterPassword(
  { clock, policy }: Pick<World, "clock" | "policy">,
  { authenticatedBy, authenticatedAt }: Pick<CallerSession, "authenticatedBy" | "authenticatedAt">,
): boolean {
  const closesAt = after(authenticatedAt, policy.conditionalCreateWindow);
  return authenticatedBy === "password" && !isPast(closesAt, clock.now());
}

/**
 * Checks that the browser may make a passkey without asking its user: shortly after a sign-in by
 * password, and once (WebAuthn Level 3 §5.1.3). The caller's user is locked.
 *
 * @throws {AuthError} `CONDITIONAL_CREATE_NOT_ALLOWED`
 */
export async function requireConditionalCreation(
  tx: Tx,
  world: World,
  { user, session }: FreshCaller,
): Promise<void> {
  const addedAt = await lastAddedAt(tx, world, user.id);
  const isSecond = addedAt !== null && addedAt >= session.authenticatedAt;
  if (isSecond || !isShortlyAfterPassword(world, session))
    throw new AuthError("CONDITIONAL_CREATE_NOT_ALLOWED");
}

/**
 * Notes that the user has just got a passkey without being asked: until the next sign-in by password
 * there is no other.
 */
export async function noteConditionalCreation(tx: Tx, world: World, userId: UserId): Promise<void> {
  const key = keyOf(world, userId);
  // The one before, which an earlier sign-in allowed, counts no more.
  await tx.counters.reset(key);
  await tx.counters.spend(key, 1, world.policy.conditionalCreateWindow, world.clock.now());
}

/**
 * When the user last got a passkey without being asked; null when that was not within the window,
 * where it makes no difference.
 */
async function lastAddedAt(tx: Tx, world: World, userId: UserId): Promise<Date | null> {
  const window = world.policy.conditionalCreateWindow;
  // Where nothing may be counted the counter is only read.
  const read = await tx.counters.spend(keyOf(world, userId), 0, window, world.clock.now());
  return read.count > 0 ? after(read.resetsAt, -window) : null;
}

/** The counter may outlive the user, and does not say whose it was. */
const keyOf = ({ digest }: World, userId: UserId): string =>
  `conditional-create/${digest.pseudonym(userId)}`;
