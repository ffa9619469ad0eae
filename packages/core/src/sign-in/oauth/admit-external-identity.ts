import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { LinkedAccountId } from "../../kernel/ids.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { World } from "../../store/env.js";
import type { ExternalIdentity } from "../../ports/identity-provider.js";
import type { Tx } from "../../store/store.js";
import {
  enqueueVerification,
  type VerificationLink,
} from "../email-verification/enqueue-verification.js";
import { insertUser } from "../../account/user/insert-user.js";
import type { LockedUser, User } from "../../account/user/user-store.js";

export interface ExternalArrival {
  readonly providerId: string;
  readonly identity: ExternalIdentity;
  readonly client: Client;
}

/** Who is created when nobody is known; null when the provider told no usable address. */
export interface ExternalNewcomer {
  readonly user: User;
  /** Mailed when the provider does not vouch for the address; null when it does. */
  readonly verification: { readonly link: VerificationLink; readonly wanted: boolean } | null;
}

export type Admission =
  | { readonly admitted: true; readonly user: LockedUser; readonly isNew: boolean }
  | { readonly admitted: false; readonly because: "email_not_found" | "account_not_linked" };

const refuse = (because: "email_not_found" | "account_not_linked"): Admission => ({
  admitted: false,
  because,
});

/**
 * The user behind somebody whom a provider vouches for. Provider and subject say who it is; an address only leads to a user when both sides have it
 * verified, and to a new user when nobody has it.
 */
export async function admitExternalIdentity(
  tx: Tx,
  world: World,
  { newcomer, ...arrival }: ExternalArrival & { readonly newcomer: ExternalNewcomer | null },
): Promise<Admission> {
  const { identity, client } = arrival;
  const known = await findLinked(tx, world, arrival);
  if (known) return { admitted: true, user: known, isNew: false };
  if (!newcomer) return refuse("email_not_found");

  const { user, verification } = newcomer;
  const owner = await tx.users.lockByEmail(user.email);
  if (owner)
    return identity.emailVerified && owner.emailVerified
      ? join(tx, world, { ...arrival, user: owner })
      : refuse("account_not_linked");
  const inserted = await insertUser(tx, world, { user, method: "oauth", client });
  if (inserted) {
    // Linked to somebody else in this very moment: then this user must not come into being.
    if (!(await linkAccount(tx, world, { ...arrival, user: inserted })))
      throw new AuthError("UNAVAILABLE");
    if (verification) await enqueueVerification(tx, world, { to: user.email, ...verification });
    return { admitted: true, user: inserted, isNew: true };
  }
  // Somebody was faster: the same person in another tab is linked by now, and anybody else has to prove who they are.
  const rival = await findLinked(tx, world, arrival);
  return rival ? { admitted: true, user: rival, isNew: false } : refuse("account_not_linked");
}

async function findLinked(
  tx: Tx,
  { clock }: World,
  { providerId, identity }: ExternalArrival,
): Promise<LockedUser | null> {
  const account = await tx.linkedAccounts.find(providerId, identity.subject);
  const user = account && (await tx.users.lock(account.userId));
  // Unlinked, or gone with its user, while we waited for the lock.
  return user && (await tx.linkedAccounts.recordUse(account.id, identity.scopes, clock.now()))
    ? user
    : null;
}

async function join(
  tx: Tx,
  world: World,
  arrival: ExternalArrival & { readonly user: LockedUser },
): Promise<Admission> {
  const linked = (await linkAccount(tx, world, arrival))
    ? arrival.user
    : await findLinked(tx, world, arrival);
  if (!linked) return refuse("account_not_linked");
  if (linked.id === arrival.user.id) await enqueueNotice(tx, world, linked, "account-linked");
  return { admitted: true, user: linked, isNew: false };
}

/** Links the account to the user. False when it is linked already, to whomever. */
export async function linkAccount(
  tx: Tx,
  world: World,
  { providerId, identity, user, client }: ExternalArrival & { readonly user: LockedUser },
): Promise<boolean> {
  const now = world.clock.now();
  const account = {
    id: world.random.id<LinkedAccountId>(),
    userId: user.id,
    providerId,
    subject: identity.subject,
    scopes: identity.scopes,
  };
  if (!(await tx.linkedAccounts.insertUnlessTaken({ ...account, createdAt: now, updatedAt: now })))
    return false;
  await recordEvent(tx, world, {
    event: "account.linked",
    userId: user.id,
    client,
    detail: { provider: providerId },
  });
  return true;
}
