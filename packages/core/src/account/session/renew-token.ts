import type { Secret, SecretHash } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { stillProvenBy } from "./admit.js";
import type { CallerSession } from "./caller-store.js";
import { expiryOf } from "./lifetimes.js";
import type { ProvenBy, Session } from "./session-store.js";

/**
 * A session that goes on under a new token: the one it had is dead, so hand the new one to the
 * browser at once, as its session cookie.
 */
export interface RenewedSession {
  readonly session: Session;
  /** The new session token. It goes to the client once and is stored nowhere. */
  readonly token: Secret;
}

/** How a session goes on. */
interface Renewing {
  /** The hash of the token that the request presents. */
  readonly presented: SecretHash;
  /** By what the session is proven from now on. Default: as before. */
  readonly proven?: ProvenBy | undefined;
}

/**
 * Gives a session a new token in the place of the one that is presented, by compare-and-set, so that a copy of
 * its cookie opens nothing any more. When the user authenticated, by which method, and whether the
 * session is remembered, stay as they were. A change of the email address that the session asked
 * for before is dead.
 * @returns null, and nothing changed, when the session has another token by now, or is gone
 */
export async function renewToken(
  tx: Tx,
  { clock, random, digest, policy }: World,
  session: CallerSession,
  { presented, proven = stillProvenBy(session) }: Renewing,
): Promise<RenewedSession | null> {
  const token = random.token(policy.sessionTokenBytes);
  const lastSeenAt = clock.now();
  const renewal = {
    tokenHash: digest.token(token),
    authenticatedAt: session.authenticatedAt,
    authenticatedBy: session.authenticatedBy,
    remembered: session.remembered,
    lastSeenAt,
    expiresAt: expiryOf({ ...session, lastSeenAt }, policy),
    ipAddress: session.ipAddress,
    userAgent: session.userAgent,
    ...proven,
  };
  if (!(await tx.sessions.renew(session.id, presented, renewal))) return null;
  await tx.mailedLinks.revokeForSession(session.userId, session.id);
  const { id, userId, createdAt } = session;
  return { session: { id, userId, createdAt, ...renewal }, token };
}
