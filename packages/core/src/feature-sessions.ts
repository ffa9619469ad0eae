import { alsoProvenBy, provenWithoutFactor, stillProvenBy } from "./account/session/admit.js";
import type { Caller, CallerSession } from "./account/session/caller-store.js";
import { endAllSessions, endOtherSessions } from "./account/session/end-other-sessions.js";
import { lockCaller } from "./account/session/lock-caller.js";
import { PresentedSession } from "./account/session/presented-session.js";
import { isKnownBrowser } from "./account/session/remember-browser.js";
import { type RenewedSession, renewToken } from "./account/session/renew-token.js";
import { requireProved } from "./account/session/require-demand.procedure.js";
import type { ProvenBy } from "./account/session/session-store.js";
import { removePlantable } from "./account/user/reclaim-account.js";
import type { LockedUser } from "./account/user/user-store.js";
import { recordEvent } from "./background/audit-log/record-event.js";
import type { Client } from "./kernel/client.js";
import { AuthError } from "./kernel/errors.js";
import type { UserId } from "./kernel/ids.js";
import type { Secret } from "./kernel/secret.js";
import { compareOwnPassword } from "./sign-in/password/compare-own-password.procedure.js";
import type { Env, World } from "./store/env.js";
import type { SecondProof } from "./store/sign-in-gate.js";
import type { Tx } from "./store/store.js";

/** What changes on a session that goes on under a new token. */
export interface SessionChange {
  /** The caller's user, locked. */
  readonly user: LockedUser;
  readonly client: Client;
  /**
   * A second proof, which joins those of the session; `none`: its user has no second factor any
   * more; `kept`: as it was.
   */
  readonly factor: SecondProof | "none" | "kept";
  /** Whether the user's other sessions end, and their other browsers are forgotten. */
  readonly others: "end" | "stay";
}

/** What a feature does with the sessions of users who call. */
export interface FeatureSessions {
  /**
   * Locks the caller's user and checks that the session is alive and has the token that the request
   * presents. For every use case that changes how a user signs in.
   * @throws {AuthError} `UNAUTHORIZED`
   */
  readonly lockCaller: (tx: Tx, caller: Caller) => Promise<LockedUser>;
  /**
   * Gives the caller's session a new token, by compare-and-set, and changes by what it is proven. A
   * proof in a session whose others stay is recorded as `session.stepped_up`. The row of the user is
   * locked.
   * @throws {AuthError} `UNAUTHORIZED` when another request with the same token was first: the
   * transaction ends with it
   */
  readonly renewSession: (tx: Tx, caller: Caller, change: SessionChange) => Promise<RenewedSession>;
  /**
   * Checks the password of a caller who has one, in the budget of their session. Of one who has none
   * it asks nothing.
   * @throws {AuthError} `INVALID_PASSWORD`, also for null; `TOO_MANY_REQUESTS`, `BUSY`,
   * `UNAUTHORIZED` for a wrong one when the session has ended meanwhile
   */
  readonly checkOwnPassword: (
    caller: Caller,
    given: Secret | null,
    client: Client,
  ) => Promise<void>;
  /**
   * Checks that the second factor was shown recently in the session of a user who has enrolled one.
   * Of others it asks nothing. For changes of what protects the account.
   * @throws {AuthError} `INSUFFICIENT_USER_AUTHENTICATION` with the challenge
   */
  readonly requireProved: (caller: Caller) => Promise<void>;
  /** Returns whether the user has signed in with the browser of the request before. */
  readonly isKnownBrowser: (tx: Tx, userId: UserId, client: Client) => Promise<boolean>;
  /** Ends all sessions of a user, and what ends with them. Returns how many sessions ended. */
  readonly endAllSessions: (tx: Tx, user: LockedUser) => Promise<number>;
  /**
   * Removes what could have been planted in the account, as the first proof of the mailbox of an
   * unverified account does: the column `plantable` of every store.
   */
  readonly removePlantable: (tx: Tx, user: LockedUser, client: Client) => Promise<void>;
}

/** What features do with sessions. */
export const featureSessions = (env: Env): FeatureSessions => ({
  lockCaller: (tx, caller) => lockCaller(tx, env, caller),
  renewSession: (tx, caller, change) => renewSession(tx, env, caller, change),
  async checkOwnPassword(caller, given, client) {
    const stored = await env.store.passwords.find(caller.user.id);
    if (!stored) return;
    if (!given) throw new AuthError("INVALID_PASSWORD");
    await compareOwnPassword(env, caller, { given, stored, client });
  },
  requireProved: (caller) => requireProved(env, caller),
  isKnownBrowser: (tx, userId, client) => isKnownBrowser(tx, env, userId, client),
  endAllSessions: (tx, user) => endAllSessions(tx, env, user),
  removePlantable: (tx, user, client) => removePlantable(tx, env, { user, client, operator: null }),
});

async function renewSession(
  tx: Tx,
  world: World,
  { session }: Caller,
  { user, client, factor, others }: SessionChange,
): Promise<RenewedSession> {
  const proven = provenBy(session, factor);
  if (others === "end") {
    const { session: renewed, token } = await endOtherSessions(tx, world, {
      user,
      session,
      proven,
    });
    return { session: renewed, token };
  }
  const presented = PresentedSession.tokenHashOf(session);
  const renewed = await renewToken(tx, world, session, { presented, proven });
  if (!renewed) throw new AuthError("UNAUTHORIZED");
  if (typeof factor !== "string") {
    const detail = { sessionId: session.id, method: factor.method ?? session.authenticatedBy };
    const event = "session.stepped_up";
    await recordEvent(tx, world, { event, userId: user.id, client, detail });
  }
  return renewed;
}

function provenBy(session: CallerSession, factor: SessionChange["factor"]): ProvenBy {
  if (factor === "kept") return stillProvenBy(session);
  return factor === "none" ? provenWithoutFactor(session) : alsoProvenBy(session, factor);
}
