import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import type { OrganizationId, SessionId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { Authentication, Withheld } from "../../store/authentication.js";
import type { World } from "../../store/env.js";
import type { SecondProof } from "../../store/sign-in-gate.js";
import type { Tx } from "../../store/store.js";
import { recordLanguage } from "../user/record-language.js";
import type { LockedUser, User } from "../user/user-store.js";
import { admit, type SessionWorld } from "./admit.js";
import { findPresented } from "./find-presented.js";
import { expiryOf } from "./lifetimes.js";
import { rememberBrowser } from "./remember-browser.js";
import type { RenewedSession } from "./renew-token.js";
import type { ProvenBy, ProvenRenewal, ProvenSession, Session } from "./session-store.js";

/** A completed sign-in. */
export interface SignedIn extends RenewedSession {
  readonly user: User;
  /**
   * The organization that this browser works in from now on: the one it named, when the user
   * belongs to it, else the one the user joined first; null when there is none.
   */
  readonly activeOrganization: OrganizationId | null;
  /**
   * What the browser is to present at its next sign-in, as `Client.knownBrowserToken`; null when
   * this one did not say which browser it is.
   */
  readonly knownBrowser: Secret | null;
}

/** Returns whether no session was opened. */
export const isWithheld = (opened: object): opened is Withheld => "withheld" in opened;

/**
 * Turns a completed authentication into a session. Every way to sign in comes here, and so does
 * every renewal by signing in again; the linter refuses any other. When the request presents a live
 * session of the same user, that session continues under a new token. When it presents one of
 * another user, that session ends first. When the user has more than `policy.sessionsPerUser`
 * sessions, the oldest end. Changes nothing, and says why, when the session is withheld by a rule
 * of the base or by the gate of a feature: what the credential has used up stays used up, so refuse
 * after the transaction.
 * @param given the proof that completes a sign-in which a gate has withheld
 */
export async function openSession(
  tx: Tx,
  world: SessionWorld,
  authentication: Authentication,
  given: SecondProof | null = null,
): Promise<SignedIn | Withheld> {
  const admitted = await admit(tx, world, authentication, given);
  if (isWithheld(admitted)) return admitted;
  const { user, isNew = false, client, passkey } = authentication;
  const token = world.random.token(world.policy.sessionTokenBytes);
  const activeOrganization = await chooseOrganization(tx, user, client.organization);
  const presented = await findOwnPresented(tx, world, authentication);
  const remembered = authentication.remembered ?? presented?.remembered ?? true;
  const { proven } = admitted;
  const fields = sessionFields(world, { ...authentication, remembered, proven }, token);

  const renewed =
    presented && (await renewPresented(tx, world, { presented, renewal: fields, client, passkey }));
  const session = renewed || (await insertSession(tx, world, { user, isNew, client, fields }));
  const knownBrowser = await rememberBrowser(tx, world, { user, isNew, session, client });
  // Last, so that what tells of this sign-in is in the language of the one before.
  await recordLanguage(tx, user, client);
  return { user: withoutRecord(user), session, token, activeOrganization, knownBrowser };
}

/** A session that no other continues: whose it is, from where, and what it holds. */
interface NewSession extends Pick<Authentication, "user" | "client"> {
  readonly isNew: boolean;
  readonly fields: ProvenRenewal;
}

/** Opens a session, and ends the oldest beyond the limit. */
async function insertSession(
  tx: Tx,
  world: World,
  { user, isNew, client, fields }: NewSession,
): Promise<Session> {
  const session: ProvenSession = {
    ...fields,
    id: world.random.id<SessionId>(),
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
  if (isNew) return session;
  const ended = await tx.sessions.revokeOldest(user.id, world.policy.sessionsPerUser);
  if (ended > 0)
    await recordEvent(tx, world, {
      event: "sessions.ended",
      userId: user.id,
      client,
      detail: { count: ended, because: "limit" },
    });
  return session;
}

/**
 * Returns the organization that the browser works in already, when the user belongs to it. A
 * membership from before the mailbox was proven may be the work of a pre-hijacker, so a sign-in
 * never activates it: only the user's own switch does.
 */
async function chooseOrganization(
  tx: Tx,
  user: LockedUser,
  hint: OrganizationId | null,
): Promise<OrganizationId | null> {
  if (hint !== null && (await tx.memberships.find(hint, user.id))) return hint;
  return tx.memberships.findActive(user.id, null, user.reclaimedAt);
}

type RememberedAuthentication = Authentication & {
  readonly remembered: boolean;
  readonly proven: ProvenBy;
};

function sessionFields(
  { clock, digest, policy }: World,
  { method, client, remembered, proven }: RememberedAuthentication,
  token: Secret,
): ProvenRenewal {
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
    ...proven,
  };
}

/** Returns the presented session when it is a live one of this user. One of another user ends. */
async function findOwnPresented(
  tx: Tx,
  world: World,
  { user, client }: Authentication,
): Promise<Session | null> {
  const presented = await findPresented(tx, world, client);
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
  readonly renewal: ProvenRenewal;
  readonly client: Client;
  readonly passkey: Authentication["passkey"];
}

/**
 * Returns the presented session under its new token; null when another sign-in renewed it first. A
 * change of the email address that it asked for before is dead.
 */
async function renewPresented(
  tx: Tx,
  world: World,
  { presented, renewal, client, passkey }: Renewal,
): Promise<Session | null> {
  if (!(await tx.sessions.renew(presented.id, presented.tokenHash, renewal))) return null;
  await tx.mailedLinks.revokeForSession(presented.userId, presented.id);
  // Verified beside another proof of the same user (WebAuthn Level 3 §4).
  if (passkey?.userVerified && !passkey.uvInitialized && presented.authenticatedBy !== "passkey")
    await tx.passkeys.markUvInitialized(passkey.id);
  const detail = { sessionId: presented.id, method: renewal.authenticatedBy };
  await recordEvent(tx, world, {
    event: "session.renewed",
    userId: presented.userId,
    client,
    detail,
  });
  return { ...presented, ...renewal };
}

/** The user without what only operators see: a sign-in is handed to the application. */
const withoutRecord = (user: LockedUser): User => ({
  id: user.id,
  email: user.email,
  emailVerified: user.emailVerified,
  name: user.name,
  image: user.image,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  reclaimedAt: user.reclaimedAt,
});
