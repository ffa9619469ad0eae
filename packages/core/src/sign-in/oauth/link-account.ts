import { findPresented } from "../../account/session/find-presented.js";
import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import type { LinkedAccountId, SessionId, UserId } from "../../kernel/ids.js";
import type { ExternalIdentity } from "../../ports/identity-provider.js";
import type { AwaitedLink } from "../../store/authentication.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { LinkedAccount } from "./linked-account-store.js";
import type { OAuthFault } from "./oauth-fault.js";

/** An identity that a provider vouches for in this request. */
export interface ExternalSignIn {
  readonly providerId: string;
  readonly identity: ExternalIdentity;
  readonly client: Client;
  /** Where the sign-in leads. Default: where the application is configured to go. */
  readonly redirectTo?: string | null;
}

/** The session in which the linking was started. */
export interface LinkingSession {
  readonly userId: UserId;
  readonly sessionId: SessionId | null;
}

/**
 * Links the account to the user of the session that started the linking, which must be the session
 * of this request. The user is told by mail, unless the account is linked to them already.
 *
 * @returns Why nothing was linked; null when the account is linked.
 */
export async function linkInSession(
  tx: Tx,
  world: World,
  { linking, ...signIn }: ExternalSignIn & { readonly linking: LinkingSession },
): Promise<OAuthFault | null> {
  const { providerId, identity, client } = signIn;
  const user = await tx.users.lock(linking.userId);
  const session = await findPresented(tx, world, client);
  if (!user || session?.userId !== user.id || session.id !== linking.sessionId)
    return "unable_to_link_account";
  const existing = await tx.linkedAccounts.find(providerId, identity.subject);
  if (existing)
    return existing.userId === user.id ? null : "account_already_linked_to_different_user";
  if (!(await linkAccount(tx, world, { ...awaitedLink(signIn), user, client })))
    return "account_already_linked_to_different_user";
  await tellLinked(tx, world, { ...signIn, user, by: "session" });
  return null;
}

/** Returns the account that the provider vouches for, as it is linked. */
export const awaitedLink = ({ providerId, identity }: ExternalSignIn): AwaitedLink => ({
  providerId,
  subject: identity.subject,
  scopes: identity.scopes,
});

/** A link to tell of: made in a session of the user, or by a sign-in with the provider. */
interface NewLink extends Pick<ExternalSignIn, "providerId" | "client"> {
  readonly user: LockedUser;
  readonly by: "session" | "provider";
}

/** Tells the user by mail that an account was linked. */
export const tellLinked = (
  tx: Tx,
  world: World,
  { providerId, user, client, by }: NewLink,
): Promise<void> =>
  enqueueNotice(tx, world, user, {
    template: "account-linked",
    data: { provider: providerId },
    client,
    by,
  });

/** An account to link, and to whom. */
export interface AccountToLink extends AwaitedLink {
  readonly user: LockedUser;
  readonly client: Client;
}

/**
 * Links the account to the user. False, and nothing changed, when it is linked already, to this
 * user or another.
 */
export async function linkAccount(
  tx: Tx,
  world: World,
  { providerId, subject, scopes, user, client }: AccountToLink,
): Promise<boolean> {
  const now = world.clock.now();
  const account: LinkedAccount = {
    id: world.random.id<LinkedAccountId>(),
    userId: user.id,
    providerId,
    subject,
    scopes,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await tx.linkedAccounts.insertUnlessTaken(account))) return false;
  await recordEvent(tx, world, {
    event: "account.linked",
    userId: user.id,
    client,
    detail: { provider: providerId },
    created: account,
  });
  return true;
}
