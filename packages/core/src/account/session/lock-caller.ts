import { AuthError } from "../../kernel/errors.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser } from "../user/user-store.js";
import type { Caller } from "./caller-store.js";
import { PresentedSession } from "./presented-session.js";

/**
 * Locks the caller's user and checks that the caller's session is still alive. A request may be
 * authenticated long before it is carried out, and a revocation in between must stop the rest of
 * it. For every use case that adds a sign-in method, or what account recovery empties.
 * @throws {AuthError} `UNAUTHORIZED`
 */
export async function lockCaller(
  tx: Tx,
  { clock }: World,
  { user, session }: Caller,
): Promise<LockedUser> {
  const locked = await tx.users.lock(user.id);
  const tokenHash = PresentedSession.tokenHashOf(session);
  const live = locked && (await tx.sessions.findLive(tokenHash, clock.now()));
  const lacksProof = Boolean(locked?.secondFactorSince) && !live?.secondFactorAt;
  if (!locked || live?.id !== session.id || lacksProof) throw new AuthError("UNAUTHORIZED");
  return locked;
}
