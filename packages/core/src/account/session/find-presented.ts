import type { Client } from "../../kernel/client.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Session } from "./session-store.js";

/** Returns the live session that the client presents, of whichever user; null when it presents none. */
export async function findPresented(
  tx: Pick<Tx, "sessions">,
  { clock, digest }: World,
  { sessionToken }: Pick<Client, "sessionToken">,
): Promise<Session | null> {
  return sessionToken && tx.sessions.findLive(digest.token(sessionToken), clock.now());
}
