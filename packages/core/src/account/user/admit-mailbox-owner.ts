import type { Client } from "../../kernel/client.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { SignInMethod } from "../session/session-store.js";
import { composeUser, insertUser } from "./insert-user.js";
import { proveMailbox } from "./prove-mailbox.js";
import type { LockedUser } from "./user-store.js";

export interface MailboxOwner {
  readonly email: EmailAddress;
  /** The user with that address, when there is one. */
  readonly known: LockedUser | null;
  /** Used when the user is created here. */
  readonly name: string;
  readonly method: SignInMethod;
  readonly client: Client;
}

export interface Admitted {
  readonly user: LockedUser;
  /** Whether nobody had the address before. */
  readonly isNew: boolean;
}

/** The user who has just proven that mail to `email` reaches them; created, with the address verified, when there is none yet. */
export async function admitMailboxOwner(
  tx: Tx,
  world: World,
  { email, known, name, method, client }: MailboxOwner,
): Promise<Admitted> {
  if (known) return { user: await proveMailbox(tx, world, { user: known, client }), isNew: false };
  const newcomer = composeUser(world, { email, emailVerified: true, name, image: null });
  const inserted = await insertUser(tx, world, { user: newcomer, method, client });
  if (inserted) return { user: inserted, isNew: true };
  // Somebody has taken the address in the meantime, and may even be gone again: then asking anew is right, and safe.
  const user = await tx.users.lockByEmail(email);
  if (!user) throw new AuthError("UNAVAILABLE");
  return { user: await proveMailbox(tx, world, { user, client }), isNew: false };
}
