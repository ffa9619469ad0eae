import { recordEvent } from "../audit-log/record-event.js";
import type { Client } from "../client/client.js";
import type { EmailAddress } from "../kernel/email-address.js";
import { AuthError } from "../kernel/errors.js";
import type { UserId } from "../kernel/ids.js";
import type { World } from "../ports/env.js";
import type { Tx } from "../ports/store.js";
import type { SignInMethod } from "../session/session-store.js";
import type { LockedUser } from "./user-store.js";

export interface MailboxOwner {
  readonly email: EmailAddress;
  /** Used when the user is created here. */
  readonly name: string;
  readonly method: SignInMethod;
  readonly client: Client;
}

/** The user who has just proven that mail to `email` reaches them; created, with the address verified, when there is none yet. */
export async function admitMailboxOwner(tx: Tx, world: World, owner: MailboxOwner): Promise<LockedUser> {
  const user = (await tx.users.lockByEmail(owner.email)) ?? (await createUser(tx, world, owner)) ?? (await tx.users.lockByEmail(owner.email));
  // Created and deleted by others in between, both times: asking again is right, and safe.
  if (!user) throw new AuthError("UNAVAILABLE");
  return user;
}

/** Null when somebody else took the address in the meantime. */
async function createUser(tx: Tx, world: World, { email, name, method, client }: MailboxOwner): Promise<LockedUser | null> {
  const now = world.clock.now();
  const id = world.random.id() as UserId;
  const user = { id, email, emailVerified: true, name, image: null, createdAt: now, updatedAt: now, reclaimedAt: null };
  if (!(await tx.users.insertUnlessTaken(user))) return null;
  await recordEvent(tx, world, { event: "user.created", userId: id, client, detail: { method } });
  // A row this transaction inserted is locked by it.
  return user as unknown as LockedUser;
}
