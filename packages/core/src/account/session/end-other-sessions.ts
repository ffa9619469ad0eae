import type { SessionId, UserId } from "../../kernel/ids.js";
import type { Tx } from "../../store/store.js";

/**
 * Ends all sessions of the user except `except` (null: all of them), and forgets the browsers that the user has signed in with, except that session's.
 * @returns the number of sessions that ended
 */
export async function endOtherSessions(
  tx: Tx,
  userId: UserId,
  except: SessionId | null,
): Promise<number> {
  // Sessions first, as a sign-in writes them: two that meet wait for each other, and what the sign-in has remembered goes with its session.
  const ended = await tx.sessions.revokeOthers(userId, except);
  await tx.knownBrowsers.deleteOthers(userId, except);
  return ended;
}
