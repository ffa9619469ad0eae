import { AuthError } from "../../kernel/errors.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser } from "../user/user-store.js";
import type { Caller } from "./caller-store.js";

/**
 * Holds the caller's user, and makes sure that the session they came with still lives: a request may have been let in long before it is carried out, and a
 * revocation counts on what is left of it too. For everything that adds a way to sign in. Throws `UNAUTHORIZED`.
 */
export async function lockCaller(
  tx: Tx,
  { clock }: World,
  { user, session }: Caller,
): Promise<LockedUser> {
  const locked = await tx.users.lock(user.id);
  const live = locked && (await tx.sessions.findLive(session.tokenHash, clock.now()));
  if (live?.id !== session.id) throw new AuthError("UNAUTHORIZED");
  return locked!;
}
