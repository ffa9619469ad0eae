import type { Client } from "../../kernel/client.js";
import type { DisplayName } from "../../kernel/display-name.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { World } from "../../store/env.js";
import type { SignInMethod } from "../../store/sign-in-methods.js";
import type { Tx } from "../../store/store.js";
import { isRefused, type RefusedUser, type SignUpWorld } from "./check-may-sign-up.js";
import { composeUser, insertUser } from "./insert-user.js";
import { type MailboxProof, proveMailbox } from "./prove-mailbox.js";
import { isSuspended } from "./suspension.js";
import type { LockedUser } from "./user-store.js";

export interface MailboxOwner {
  readonly email: EmailAddress;
  /** The user with that email address; null when there is none. */
  readonly known: LockedUser | null;
  /** The name of a user who is created here. */
  readonly name: DisplayName;
  readonly method: SignInMethod;
  readonly client: Client;
}

export interface Admitted {
  readonly user: LockedUser;
  /** Whether the user was created here. */
  readonly isNew: boolean;
  /** Whether the account was not verified before and is now: then a notice may be queued. */
  readonly isProven: boolean;
}

/**
 * Returns the user who has just proven that mail to `email` reaches them. Creates the user, with a
 * verified email address, when there is none yet; returns the refusal when the application's rule
 * has one.
 * @throws {AuthError} `UNAVAILABLE` when the email address was taken and given up again at the same
 * time; trying again is safe
 */
export async function admitMailboxOwner(
  tx: Tx,
  world: SignUpWorld,
  { email, known, name, method, client }: MailboxOwner,
): Promise<Admitted | RefusedUser> {
  if (known) return admitKnown(tx, world, { user: known, client });
  const newUser = composeUser(world, { email, emailVerified: true, name, image: null });
  const inserted = await insertUser(tx, world, { user: newUser, method, client });
  if (isRefused(inserted)) return inserted;
  if (inserted) return { user: inserted, isNew: true, isProven: false };
  // Another transaction has taken the email address in the meantime. That user may even be deleted
  // by now: then trying again is right, and safe.
  const user = await tx.users.lockByEmail(email);
  if (!user) throw new AuthError("UNAVAILABLE");
  return admitKnown(tx, world, { user, client });
}

async function admitKnown(tx: Tx, world: World, proof: MailboxProof): Promise<Admitted> {
  // No session is opened, so nothing else may come of the proof: a pending deletion goes on.
  if (isSuspended(proof.user, world.clock.now()))
    return { user: proof.user, isNew: false, isProven: false };
  const user = await proveMailbox(tx, world, proof);
  return { user, isNew: false, isProven: !proof.user.emailVerified };
}
