import { alsoProvenBy, provenWithoutFactor, stillProvenBy } from "./account/session/admit.js";
import type { Caller, CallerSession } from "./account/session/caller-store.js";
import { endAllSessions, endOtherSessions } from "./account/session/end-other-sessions.js";
import { lockCaller } from "./account/session/lock-caller.js";
import { PresentedSession } from "./account/session/presented-session.js";
import { isKnownBrowser } from "./account/session/remember-browser.js";
import { type RenewedSession, renewToken } from "./account/session/renew-token.js";
import type { ProvenBy } from "./account/session/session-store.js";
import { removePlantable } from "./account/user/reclaim-account.js";
import type { LockedUser } from "./account/user/user-store.js";
import { recordEvent } from "./background/audit-log/record-event.js";
import type { FeatureSessions } from "./feature.js";
import type { Client } from "./kernel/client.js";
import { AuthError } from "./kernel/errors.js";
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
  const renewed = await renewToken(tx, world, session, presented, proven);
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
