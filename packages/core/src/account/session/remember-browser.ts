import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import { after } from "../../kernel/duration.js";
import type { KnownBrowserId, UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser } from "../user/user-store.js";
import type { Session } from "./session-store.js";

/** A sign-in that has just opened or renewed a session. */
export interface CompletedSignIn {
  readonly user: LockedUser;
  /** Whether this transaction created the user, who then has no other browsers. */
  readonly isNew: boolean;
  readonly session: Session;
  readonly client: Client;
}

const TOKEN_SHAPE = /^[\w-]{43}$/;

/** Returns whether the user has signed in with this browser before, as its cookie says. */
export async function isKnownBrowser(
  tx: Pick<Tx, "knownBrowsers">,
  world: World,
  userId: UserId,
  { knownBrowserToken: token }: Client,
): Promise<boolean> {
  if (!token || !TOKEN_SHAPE.test(token.reveal())) return false;
  return tx.knownBrowsers.isKnown(hashOf(world, userId, token), world.clock.now());
}

/**
 * Remembers that the user has signed in with this browser, and tells the user by mail when it was
 * another browser than those known. The very first sign-in and one by code or link are not told.
 * One that renews a session is: the session may have been copied from the browser that it began in.
 * @returns the token for the browser's cookie; null when the client does not say which browser it
 * is
 */
export async function rememberBrowser(
  tx: Tx,
  world: World,
  { user, isNew, session, client }: CompletedSignIn,
): Promise<Secret | null> {
  const presented = client.knownBrowserToken;
  if (presented === undefined) {
    await tx.users.markSignedIn(user.id);
    return null;
  }
  const { clock, policy, random } = world;
  const isUsable = presented !== null && TOKEN_SHAPE.test(presented.reveal());
  const token = isUsable ? presented : random.token(policy.knownBrowserBytes);
  const now = clock.now();
  const isKnown = await tx.knownBrowsers.replace({
    id: random.id<KnownBrowserId>(),
    userId: user.id,
    browserHash: hashOf(world, user.id, token),
    sessionId: session.id,
    seenAt: now,
    expiresAt: after(now, policy.knownBrowserLifetime),
  });
  if (isKnown) return token;
  if (!isNew) await tx.knownBrowsers.deleteOldest(user.id, policy.knownBrowsersPerUser);
  const isFirst = await tx.users.markSignedIn(user.id);
  // Who has just proven the mailbox that a notice would go to is not told.
  const provesMailbox = world.signInMethods[session.authenticatedBy]?.provesMailbox;
  if (!isFirst && !provesMailbox)
    await enqueueNotice(tx, world, user, {
      template: "sign-in-from-new-browser",
      data: { byPassword: session.authenticatedBy === "password" },
      client,
      by: null,
    });
  return token;
}

const hashOf = ({ digest }: World, userId: UserId, token: Secret) =>
  digest.token(new Secret(`${userId}.${token.reveal()}`));
