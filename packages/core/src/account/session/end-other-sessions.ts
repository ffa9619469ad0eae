import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Caller } from "./caller-store.js";
import { PresentedSession } from "./presented-session.js";
import { type RenewedSession, renewToken } from "./renew-token.js";

/**
 * What is left when the other sessions of a user have ended: the caller's own, under a new token.
 */
export interface EndedOthers extends RenewedSession {
  /** How many sessions ended. */
  readonly ended: number;
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
  { user, session }: Caller,
): Promise<EndedOthers> {
  const renewed = await renewToken(tx, world, session, PresentedSession.tokenHashOf(session));
  if (!renewed) throw new AuthError("UNAUTHORIZED");
  // Sessions first, as a sign-in writes them: two that meet wait for each other, and what the
  // sign-in has remembered goes with its session.
  const ended = await tx.sessions.revokeOthers(user.id, session.id);
  await tx.knownBrowsers.deleteOthers(user.id, session.id);
  return { ...renewed, ended };
}

/**
 * Ends all sessions of a user, and forgets the browsers that the user has signed in with.
 * @returns the number of sessions that ended
 */
export async function endAllSessions(tx: Tx, userId: UserId): Promise<number> {
  // In the same order as above, for the same reason.
  const ended = await tx.sessions.revokeOthers(userId, null);
  await tx.knownBrowsers.deleteOthers(userId, null);
  return ended;
}
