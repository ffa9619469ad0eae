import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import type { Brand } from "../../kernel/brand.js";
import { AuthError } from "../../kernel/errors.js";
import { isIdShaped, type SessionId, type UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "./caller-store.js";
import { isFresh } from "./lifetimes.js";
import { createSessionRoller } from "./session-roller.js";
import type { Session } from "./session-store.js";

/** A caller who authenticated recently enough for security-sensitive changes. Minted by `requireFresh` and `proveFresh` only. */
export type FreshCaller = Brand<Caller, "fresh">;

export type Sessions = ReturnType<typeof createSessions>;

const TOKEN_SHAPE = /^[\w-]{43}$/;

export function createSessions(env: Env) {
  const { store, clock, digest, policy, logger } = env;
  const roller = createSessionRoller(env);

  /** Who is asking, or null. One statement; revocations are seen at once, and being seen is written down later. */
  async function identify({
    sessionToken,
    organization,
  }: Pick<Client, "sessionToken" | "organization">): Promise<Caller | null> {
    if (!sessionToken || !TOKEN_SHAPE.test(sessionToken.reveal())) return null;
    const now = clock.now();
    const caller = await store.callers.find(digest.token(sessionToken), organization, now);
    if (caller) roller.note(caller.session, now);
    return caller;
  }

  /** The proof that `caller` authenticated recently. Throws `SESSION_NOT_FRESH`. */
  function requireFresh(caller: Caller): FreshCaller {
    const proof = proveFresh(caller);
    if (!proof) throw new AuthError("SESSION_NOT_FRESH");
    return proof;
  }

  /** The proof that `caller` authenticated recently; null when they did not. For use cases that learn under a lock whether they need it. */
  const proveFresh = (caller: Caller): FreshCaller | null =>
    isFresh(caller.session, policy, clock.now()) ? (caller as FreshCaller) : null;

  const list = ({ user }: Caller): Promise<readonly Session[]> =>
    store.sessions.listLive(user.id, clock.now());

  /** Ends one of the caller's own sessions. An id that names none is no error: it is not there afterwards either. */
  async function revoke({ user }: Caller, id: SessionId, client: Client): Promise<void> {
    if (!isIdShaped(id)) return;
    const ended = await store.transaction(async (tx) => {
      if (!(await tx.sessions.revoke(user.id, id))) return false;
      await recordEvent(tx, env, {
        event: "session.ended",
        userId: user.id,
        client,
        detail: { sessionId: id, because: "revoked" },
      });
      return true;
    });
    if (ended) logger.info("session_revoked", { userId: user.id, sessionId: id });
  }

  /** Ends every session of a user, but for `keep`; how many. For callers about themselves, and for an application's operators about anybody. */
  async function revokeAll(
    userId: UserId,
    keep: SessionId | null = null,
    client: Client | null = null,
  ): Promise<number> {
    const count = await store.transaction(async (tx) => {
      const ended = await tx.sessions.revokeOthers(userId, keep);
      if (ended > 0)
        await recordEvent(tx, env, {
          event: "sessions.ended",
          userId,
          client,
          detail: { count: ended, because: "revoked" },
        });
      return ended;
    });
    logger.info("sessions_revoked", { userId, count });
    return count;
  }

  /** Ends the session that came along. With none, or a dead one, nothing happens. */
  async function signOut(client: Client): Promise<void> {
    const token = client.sessionToken;
    if (!token || !TOKEN_SHAPE.test(token.reveal())) return;
    const ended = await store.transaction(async (tx) => {
      const session = await tx.sessions.revokeByToken(digest.token(token));
      if (!session) return null;
      const detail = { sessionId: session.id, because: "signed-out" };
      await recordEvent(tx, env, {
        event: "session.ended",
        userId: session.userId,
        client,
        detail,
      });
      return session;
    });
    if (ended) logger.info("session_ended", { userId: ended.userId, sessionId: ended.id });
  }

  return {
    identify,
    requireFresh,
    proveFresh,
    list,
    revoke,
    revokeAll,
    signOut,
    flushRolls: roller.flush,
  };
}
