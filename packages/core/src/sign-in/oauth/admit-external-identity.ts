import { admit, type SessionWorld } from "../../account/session/admit.js";
import { isWithheld } from "../../account/session/open-session.js";
import { isRefused, type SignUpWorld } from "../../account/user/check-may-sign-up.js";
import { insertUser } from "../../account/user/insert-user.js";
import type { CheckedUser, LockedUser } from "../../account/user/user-store.js";
import { AuthError } from "../../kernel/errors.js";
import type { Withheld } from "../../store/authentication.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import {
  enqueueVerification,
  type VerificationMail,
} from "../email-verification/enqueue-verification.js";
import { awaitedLink, type ExternalSignIn, linkAccount, tellLinked } from "./link-account.js";
import type { OAuthFault } from "./oauth-fault.js";

/** The user who is created when no user has the account or the email address. */
export interface NewExternalUser {
  readonly user: CheckedUser;
  /** Mailed when the provider does not vouch for the email address; null when it does. */
  readonly verification: Omit<VerificationMail, "to"> | null;
}

export interface IdentityToAdmit extends ExternalSignIn {
  /** Null when the provider sends no usable email address. */
  readonly newUser: NewExternalUser | null;
}

export type Admission =
  | {
      readonly admitted: true;
      readonly user: LockedUser;
      readonly isNew: boolean;
      /** What withholds a sign-in that would have linked the account: nothing was linked. */
      readonly withheld?: Withheld;
    }
  | { readonly admitted: false; readonly reason: OAuthFault };

const refuse = (
  reason: "email_not_found" | "account_not_linked" | "sign_up_not_allowed",
): Admission => ({
  admitted: false,
  reason,
});

/**
 * Returns the user whom a provider vouches for. Provider and subject identify them. An email
 * address leads to a present user only when both sides have it verified, and to a new user only
 * when no user has it and the application's rule has nothing against it.
 *
 * @throws {AuthError} `UNAVAILABLE` when the account is linked to another user in this very moment.
 */
export async function admitExternalIdentity(
  tx: Tx,
  world: SessionWorld & SignUpWorld,
  { newUser, ...signIn }: IdentityToAdmit,
): Promise<Admission> {
  const { identity, client } = signIn;
  const known = await findLinked(tx, world, signIn);
  if (known) return { admitted: true, user: known, isNew: false };
  if (!newUser) return refuse("email_not_found");

  const { user, verification } = newUser;
  const owner = await tx.users.lockByEmail(user.email);
  if (owner)
    return identity.emailVerified && owner.emailVerified
      ? linkToOwner(tx, world, { ...signIn, user: owner })
      : refuse("account_not_linked");
  const inserted = await insertUser(tx, world, { user, method: "oauth", client });
  if (isRefused(inserted)) return refuse("sign_up_not_allowed");
  if (inserted) {
    // Linked to another user in this very moment: then this user must not come into being.
    if (!(await linkAccount(tx, world, { ...awaitedLink(signIn), user: inserted, client })))
      throw new AuthError("UNAVAILABLE");
    if (verification) await enqueueVerification(tx, world, { to: user.email, ...verification });
    return { admitted: true, user: inserted, isNew: true };
  }
  // Another request was faster: the same person in another tab is linked by now; any other user has
  // to prove who they are.
  const rival = await findLinked(tx, world, signIn);
  return rival ? { admitted: true, user: rival, isNew: false } : refuse("account_not_linked");
}

async function findLinked(
  tx: Tx,
  { clock }: World,
  { providerId, identity }: ExternalSignIn,
): Promise<LockedUser | null> {
  const account = await tx.linkedAccounts.find(providerId, identity.subject);
  const user = account && (await tx.users.lock(account.userId));
  // Unlinked, or gone with its user, while we waited for the lock.
  return user && (await tx.linkedAccounts.recordUse(account.id, identity.scopes, clock.now()))
    ? user
    : null;
}

async function linkToOwner(
  tx: Tx,
  world: SessionWorld,
  signIn: ExternalSignIn & { readonly user: LockedUser },
): Promise<Admission> {
  const { user, client, redirectTo } = signIn;
  // Nothing becomes a way to sign in while the user may not, or has not shown all that is asked.
  const link = awaitedLink(signIn);
  const authentication = { user, method: "oauth", client, link, redirectTo } as const;
  const opening = await admit(tx, world, authentication);
  if (isWithheld(opening)) return { admitted: true, user, isNew: false, withheld: opening };
  const linked = (await linkAccount(tx, world, { ...link, user, client }))
    ? user
    : await findLinked(tx, world, signIn);
  if (!linked) return refuse("account_not_linked");
  if (linked.id === user.id)
    await tellLinked(tx, world, { ...signIn, user: linked, by: "provider" });
  return { admitted: true, user: linked, isNew: false };
}
