import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import type { OrganizationId, SessionId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser, User } from "../user/user-store.js";
import { expiryOf } from "./lifetimes.js";
import type { Session, SessionRenewal, SignInMethod } from "./session-store.js";

/** A completed sign-in. `token` goes to the client once and is kept nowhere. */
export interface SignedIn {
  readonly user: User;
  readonly session: Session;
  readonly token: Secret;
  /** The organization that this browser works in from now on: the one it said, when it is one of the user's, else the one the user joined first. */
  readonly activeOrganization: OrganizationId | null;
}

export interface Authentication {
  /** Locked, so that a sign-in and a deletion of the same user come one after the other. */
  readonly user: LockedUser;
  readonly method: SignInMethod;
  readonly client: Client;
  /** What the sign-in says about `rememberMe`. Without it a session stays as it was, and a new one is remembered. */
  readonly remembered?: boolean | undefined;
}

/**
 * Turns a completed authentication into a session. A live session of the same user that came along goes on under a new token;
 * somebody else's ends first. Beyond the number of sessions a user may have, the oldest end.
 */
export async function openSession(
  tx: Tx,
  world: World,
  authentication: Authentication,
): Promise<SignedIn> {
  const { user, client } = authentication;
  const token = world.random.token(world.policy.sessionTokenBytes);
  const activeOrganization = await chooseOrganization(tx, user, client.organization);
  const presented = await findOwnPresented(tx, world, authentication);
  const remembered = authentication.remembered ?? presented?.remembered ?? true;
  const fields = sessionFields(world, { ...authentication, remembered }, token);

  const renewed =
    presented && (await renewPresented(tx, world, { presented, renewal: fields, client }));
  if (renewed) return { user, session: renewed, token, activeOrganization };

  const session: Session = {
    ...fields,
    id: world.random.id() as SessionId,
    userId: user.id,
    createdAt: fields.authenticatedAt,
  };
  await tx.sessions.insert(session);
  await recordEvent(tx, world, {
    event: "session.opened",
    userId: user.id,
    client,
    detail: { sessionId: session.id, method: session.authenticatedBy },
  });
  const ended = await tx.sessions.revokeOldest(user.id, world.policy.sessionsPerUser);
  if (ended > 0)
    await recordEvent(tx, world, {
      event: "sessions.ended",
      userId: user.id,
      client,
      detail: { count: ended, because: "limit" },
    });
  return { user, session, token, activeOrganization };
}

/** What the browser works in already stays. Memberships from before the mailbox was proven may be a squatter's: only the user's own switch activates one. */
async function chooseOrganization(
  tx: Tx,
  user: LockedUser,
  hint: OrganizationId | null,
): Promise<OrganizationId | null> {
  if (hint !== null && (await tx.memberships.find(hint, user.id))) return hint;
  return tx.memberships.findActive(user.id, null, user.reclaimedAt);
}

type RememberedAuthentication = Authentication & { readonly remembered: boolean };

function sessionFields(
  { clock, digest, policy }: World,
  { method, client, remembered }: RememberedAuthentication,
  token: Secret,
): SessionRenewal {
  const now = clock.now();
  return {
    tokenHash: digest.token(token),
    authenticatedAt: now,
    authenticatedBy: method,
    remembered,
    lastSeenAt: now,
    expiresAt: expiryOf({ authenticatedAt: now, lastSeenAt: now, remembered }, policy),
    ipAddress: client.ipAddress,
    userAgent: client.userAgent,
  };
}

/** The presented session, when it is a live one of this user. Somebody else's ends. */
async function findOwnPresented(
  tx: Tx,
  world: World,
  { user, client }: Authentication,
): Promise<Session | null> {
  if (!client.sessionToken) return null;
  const presented = await tx.sessions.findLive(
    world.digest.token(client.sessionToken),
    world.clock.now(),
  );
  if (!presented || presented.userId === user.id) return presented;
  if (await tx.sessions.revoke(presented.userId, presented.id)) {
    const detail = { sessionId: presented.id, because: "replaced" };
    await recordEvent(tx, world, {
      event: "session.ended",
      userId: presented.userId,
      client,
      detail,
    });
  }
  return null;
}

interface Renewal {
  readonly presented: Session;
  readonly renewal: SessionRenewal;
  readonly client: Client;
}

/** The presented session under its new token; null when another sign-in renewed it first. */
async function renewPresented(
  tx: Tx,
  world: World,
  { presented, renewal, client }: Renewal,
): Promise<Session | null> {
  if (!(await tx.sessions.renew(presented.id, presented.tokenHash, renewal))) return null;
  const detail = { sessionId: presented.id, method: renewal.authenticatedBy };
  await recordEvent(tx, world, {
    event: "session.renewed",
    userId: presented.userId,
    client,
    detail,
  });
  return { ...presented, ...renewal };
}
