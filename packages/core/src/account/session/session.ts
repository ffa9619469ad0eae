import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Brand } from "../../kernel/brand.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import { isIdShaped, type SessionId, type UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "./caller-store.js";
import type { DemandOptions, SteppedUp } from "./demand.js";
import { endAllSessions, type EndedOthers, endOtherSessions } from "./end-other-sessions.js";
import { findPresented } from "./find-presented.js";
import { isFresh } from "./lifetimes.js";
import { lockCaller } from "./lock-caller.js";
import { PresentedSession } from "./presented-session.js";
import { requireProved, stepUp } from "./require-demand.procedure.js";
import type { Session } from "./session-store.js";
import { createSessionTouches } from "./touch-sessions.procedure.js";

/**
 * A caller who authenticated recently enough for security-sensitive changes. Only `requireFresh`
 * mints it.
 */
export type FreshCaller = Brand<Caller, "fresh">;

/** Who is signed in, and where. */
export interface Sessions {
  /**
   * Returns the caller of a request; null when the request presents no session token, or none of a
   * live session. It runs one statement and sees every revocation that was committed before. The
   * use of the session is recorded later, off the request's path.
   * @param client the session token and the organization as the request presents them, both
   * untrusted
   * @example
   * const caller = await auth.sessions.identify({ sessionToken: new Secret(cookie), organization: null });
   */
  identify(client: Pick<Client, "sessionToken" | "organization">): Promise<Caller | null>;
  /**
   * Returns the proof that the caller authenticated within `policy.sessionFreshness`, which
   * security-sensitive use cases demand.
   * @throws {AuthError} `SESSION_NOT_FRESH`
   */
  requireFresh(caller: Caller): FreshCaller;
  /**
   * Returns the proof that the caller's session meets a demand: that a second factor was shown in
   * it, or how long ago the user authenticated.
   * @throws {AuthError} `INSUFFICIENT_USER_AUTHENTICATION`, `SECOND_FACTOR_NOT_ENROLLED`
   * @throws {RangeError} for options that are no demand
   * @example
   * const sure = await auth.sessions.requireSteppedUp(caller, { factors: 2, within: "10m" });
   */
  requireSteppedUp<C extends Caller>(caller: C, demand: DemandOptions): Promise<C & SteppedUp>;
  /**
   * Checks that the second factor was shown within `policy.factorFreshness`, in the session of a
   * user who has enrolled one. Of other users nothing is asked. For changes of what protects the
   * account.
   * @throws {AuthError} `INSUFFICIENT_USER_AUTHENTICATION`
   */
  requireProved(caller: Caller): Promise<void>;
  /** Returns the caller's live sessions, newest first. */
  list(caller: Caller): Promise<readonly Session[]>;
  /**
   * Ends one of the caller's sessions, and forgets the browser of another than the present one. It
   * resolves for an unknown id too, because the result is the same: there is no such session.
   */
  revoke(caller: Caller, id: SessionId, client: Client): Promise<void>;
  /**
   * Ends every session of the caller's user except the caller's own, and tells the user by mail
   * when any ended. A copied cookie is not another session, so the caller's own goes on under a new
   * token, with which the copy is dead: set it as the session cookie of the answer.
   * @throws {AuthError} `UNAUTHORIZED` when the session has ended meanwhile, or another request
   * with the same token was first
   * @example
   * const { session, token } = await auth.sessions.revokeOthers(caller, client);
   */
  revokeOthers(caller: Caller, client: Client): Promise<EndedOthers>;
  /**
   * Ends every session of a user, at once and everywhere, and tells the user by mail when there was
   * one. It takes a user id, so that an application's operators can call it for any user; check
   * before the call who may.
   * @param client for the audit log; null when no request causes it
   * @returns the number of sessions that ended
   */
  revokeAll(userId: UserId, client?: Client | null): Promise<number>;
  /** Ends the session that the request presents. It resolves when there is none, too. */
  signOut(client: Client): Promise<void>;
  /**
   * Writes at once which sessions were used (see `lastSeenAt`). `auth.settle` and `auth.close` call
   * it; nothing else needs to.
   */
  flushTouches(): Promise<void>;
}

const TOKEN_SHAPE = /^[\w-]{43}$/;

export function createSessions(env: Env): Sessions {
  const { store, clock, digest, policy, logger } = env;
  const touches = createSessionTouches(env);

  async function identify({
    sessionToken,
    organization,
  }: Pick<Client, "sessionToken" | "organization">): Promise<Caller | null> {
    if (!sessionToken || !TOKEN_SHAPE.test(sessionToken.reveal())) return null;
    const now = clock.now();
    const tokenHash = digest.token(sessionToken);
    const found = await store.callers.find(tokenHash, organization, now);
    if (!found) return null;
    touches.note(found.session, now);
    const { user, session, secondFactor, membership } = found;
    return {
      user,
      session: new PresentedSession(session, tokenHash),
      secondFactor,
      membership,
      by: { kind: "session", id: session.id },
    };
  }

  function requireFresh(caller: Caller): FreshCaller {
    if (!isFresh(caller.session, policy, clock.now())) throw new AuthError("SESSION_NOT_FRESH");
    return caller as FreshCaller;
  }

  const list = ({ user }: Caller): Promise<readonly Session[]> =>
    store.sessions.listLive(user.id, clock.now());

  async function revoke({ user, session }: Caller, id: SessionId, client: Client): Promise<void> {
    if (!isIdShaped(id)) return;
    const ended = await store.transaction(async (tx) => {
      if (!(await tx.sessions.revoke(user.id, id))) return false;
      // To end another session is to distrust its browser; to end one's own is to sign out, and the
      // browser stays known.
      if (id !== session.id) await tx.knownBrowsers.deleteBySession(user.id, id);
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

  async function revokeOthers(caller: Caller, client: Client): Promise<EndedOthers> {
    const userId = caller.user.id;
    const left = await store.transaction(async (tx) => {
      const user = await lockCaller(tx, env, caller);
      const others = await endOtherSessions(tx, env, { user, session: caller.session });
      if (others.ended === 0) return others;
      const detail = { count: others.ended, because: "revoked" };
      await recordEvent(tx, env, { event: "sessions.ended", userId, client, detail });
      const data = { all: false };
      await enqueueNotice(tx, env, user, {
        template: "sessions-ended",
        data,
        client,
        by: "session",
      });
      return others;
    });
    env.nudge();
    logger.info("sessions_revoked", { userId, count: left.ended });
    return left;
  }

  async function revokeAll(userId: UserId, client: Client | null = null): Promise<number> {
    const count = await store.transaction(async (tx) => {
      const user = await tx.users.lock(userId);
      // The device and network of another person are not for the user's mail.
      const isOwn = client !== null && (await findPresented(tx, env, client))?.userId === userId;
      const ended = user ? await endAllSessions(tx, env, user) : 0;
      if (!user || ended === 0) return ended;
      const detail = { count: ended, because: "revoked" };
      await recordEvent(tx, env, { event: "sessions.ended", userId, client, detail });
      const cause = isOwn ? ({ client, by: "session" } as const) : { client: null, by: null };
      const data = { all: true };
      await enqueueNotice(tx, env, user, { template: "sessions-ended", data, ...cause });
      return ended;
    });
    env.nudge();
    logger.info("sessions_revoked", { userId, count });
    return count;
  }

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
    requireSteppedUp: (caller, demand) => stepUp(env, caller, { proving: caller, demand }),
    requireProved: (caller) => requireProved(env, caller),
    list,
    revoke,
    revokeOthers,
    revokeAll,
    signOut,
    flushTouches: () => touches.flush(),
  };
}
