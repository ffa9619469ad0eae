import type { Client } from "../../kernel/client.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Session } from "./session-store.js";

/**
 * Returns the live session that the client presents, of whichever user; null when it presents none.
 */
export async function findPresented(
  tx: Tx,
  { clock, digest }: World,
  { sessionToken }: Client,
): Promise<Session | null> {
  return sessionToken && tx.sessions.findLive(digest.token(sessionToken), clock.now());
}
