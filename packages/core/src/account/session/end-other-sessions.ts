import { AuthError } from "../../kernel/errors.js";
import type { World } from "../../store/env.js";
import { removalsOf } from "../../store/ownership.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser } from "../user/user-store.js";
import type { Caller } from "./caller-store.js";
import { PresentedSession } from "./presented-session.js";
import { type RenewedSession, renewToken } from "./renew-token.js";
import type { ProvenBy } from "./session-store.js";

/**
 * What is left when the other sessions of a user have ended: the caller's own, under a new token.
 */
export interface EndedOthers extends RenewedSession {
  /** How many sessions ended. */
  readonly ended: number;
}

/** The session that stays when the others of its user end. */
export interface StayingSession extends Pick<Caller, "session"> {
  readonly user: LockedUser;
  /** By what it is proven from now on. Default: as before. */
  readonly proven?: ProvenBy;
}

/**
 * Ends all sessions of the caller's user except the caller's own, gives that one a new token, and
 * forgets the browsers that the user has signed in with, except that session's. A copy of its
 * cookie stops working with the others: a copied cookie is not another session.
 * @throws {AuthError} `UNAUTHORIZED` when the caller's session has another token by now, or is
 * gone: of two requests with one token one gets through
 */
export async function endOtherSessions(
  tx: Tx,
  world: World,
  { user, session, proven }: StayingSession,
): Promise<EndedOthers> {
  const presented = PresentedSession.tokenHashOf(session);
  const renewed = await renewToken(tx, world, session, { presented, proven });
  if (!renewed) throw new AuthError("UNAUTHORIZED");
  // Sessions first, as a sign-in writes them: two that meet wait for each other, and what the
  // sign-in has remembered goes with its session.
  const ended = await tx.sessions.revokeOthers(user.id, session.id);
  await tx.knownBrowsers.deleteOthers(user.id, session.id);
  await endWithSessions(tx, world, user);
  return { ...renewed, ended };
}

/**
 * Ends all sessions of a user, and forgets the browsers that the user has signed in with.
 * @param column what else ends
 * @returns the number of sessions that ended
 */
export async function endAllSessions(
  tx: Tx,
  world: World,
  user: LockedUser,
  column: "endedWithOtherSessions" | "endedBySuspension" = "endedWithOtherSessions",
): Promise<number> {
  // In the same order as above, for the same reason.
  const ended = await tx.sessions.revokeOthers(user.id, null);
  await tx.knownBrowsers.deleteOthers(user.id, null);
  await endWithSessions(tx, world, user, column);
  return ended;
}

/** Ends what features end where the other sessions of a user end, or all of them. */
export async function endWithSessions(
  tx: Tx,
  world: World,
  user: LockedUser,
  column: "endedWithOtherSessions" | "endedBySuspension" = "endedWithOtherSessions",
): Promise<void> {
  for (const remove of removalsOf(world.ownership, column)) await remove(tx, { user });
}
