import { type SessionWorld, stillProvenBy } from "../account/session/admit.js";
import { isWithheld, openSession } from "../account/session/open-session.js";
import type { ProvenBy, Session } from "../account/session/session-store.js";
import { admitMailboxOwner, type MailboxOwner } from "../account/user/admit-mailbox-owner.js";
import type { SignUpWorld } from "../account/user/check-may-sign-up.js";
import { proveMailbox } from "../account/user/prove-mailbox.js";
import type { LockedUser, User } from "../account/user/user-store.js";
import { enqueueMail } from "../background/mail/enqueue-mail.js";
import type { NewMail } from "../background/mail/mails.js";
import type { Client } from "../kernel/client.js";
import type { Store, Stores, Tx } from "./store.js";

interface Given {
  readonly store: Store;
  readonly tx: Tx;
  readonly world: SessionWorld & SignUpWorld;
  readonly client: Client;
  readonly user: User;
  readonly locked: LockedUser;
  readonly owner: MailboxOwner;
  readonly mail: NewMail;
}

/** A step demands a transaction: neither the store nor the same stores without one will do. */
export async function stepsDemandTheTransaction({
  store,
  tx,
  world,
  client,
  locked,
  owner,
  mail,
}: Given): Promise<void> {
  const authentication = { user: locked, method: "passkey", client } as const;
  await openSession(tx, world, authentication);
  await admitMailboxOwner(tx, world, owner);
  await enqueueMail(tx, world, mail, world.clock.now());
  const stores: Stores = store;
  // @ts-expect-error -- the store is no transaction
  await openSession(store, world, authentication);
  // @ts-expect-error -- the stores are no transaction
  await admitMailboxOwner(stores, world, owner);
  // @ts-expect-error -- a copy of a transaction's stores is none
  const forged: Tx = { ...stores };
  await enqueueMail(forged, world, mail, world.clock.now());
}

/** A transaction cannot open another, and knows no read model. */
export async function transactionsDoNotNest({ store, tx, locked }: Given): Promise<void> {
  await store.transaction((inner) => inner.users.lock(locked.id));
  // @ts-expect-error -- a transaction cannot open another
  tx satisfies Pick<Store, "transaction">;
  // @ts-expect-error -- the hot path is no part of a transaction
  tx satisfies Pick<Store, "callers">;
  // @ts-expect-error -- a transaction is no store
  const outer: Store = tx;
  await outer.health();
}

/** Only the store locks users, so a session cannot be opened for a user whose row is not locked. */
export async function sessionsAreForLockedUsers({
  tx,
  world,
  client,
  user,
  locked,
}: Given): Promise<void> {
  await openSession(tx, world, { user: locked, method: "passkey", client });
  // @ts-expect-error -- the row of this user is not locked
  await openSession(tx, world, { user, method: "passkey", client });
  // @ts-expect-error -- there is no such sign-in method
  await openSession(tx, world, { user: locked, method: "telepathy", client });
}

/** A session is stored only as what was proven: no way in writes one by itself. */
export async function sessionsAreProven({ tx, session }: Given & { session: Session }) {
  // @ts-expect-error -- no gate was asked
  await tx.sessions.insert(session);
  // @ts-expect-error -- nothing was proven anew
  await tx.sessions.renew(session.id, session.tokenHash, session);
  // @ts-expect-error -- only admit.ts mints what proves a session
  const proven: ProvenBy = { methods: "password totp", secondFactorAt: new Date(0) };
  await tx.sessions.insert({ ...session, ...proven });
  await tx.sessions.insert({ ...session, ...stillProvenBy(session) });
}

/** There is no session before the caller has asked whether it is withheld. */
export async function sessionsMayBeWithheld({ tx, world, client, locked }: Given): Promise<void> {
  const opened = await openSession(tx, world, { user: locked, method: "passkey", client });
  // @ts-expect-error -- it may be withheld
  opened.session satisfies object;
  if (isWithheld(opened))
    opened.withheld satisfies "suspended" | "unverified" | "second-factor" | "by-feature";
  else opened.session satisfies object;
}

/** A user is admitted, or proven, only when their row is locked. */
export async function ownersAreLocked({
  tx,
  world,
  client,
  user,
  locked,
  owner,
}: Given): Promise<void> {
  await admitMailboxOwner(tx, world, { ...owner, known: locked });
  await admitMailboxOwner(tx, world, { ...owner, known: null });
  await proveMailbox(tx, world, { user: locked, client });
  // @ts-expect-error -- the row of this user is not locked
  await admitMailboxOwner(tx, world, { ...owner, known: user });
  // @ts-expect-error -- the row of this user is not locked
  await proveMailbox(tx, world, { user, client });
}

/** A step cannot reach the store, or anything asynchronous, through the world. */
export function worldsHoldNoStore({ world }: Given): void {
  // @ts-expect-error -- the world has no store
  world.store satisfies Store;
  // @ts-expect-error -- tokens are signed before a transaction opens
  world.tokenSigner satisfies object;
  // @ts-expect-error -- passwords are hashed before a transaction opens
  world.passwordHasher satisfies object;
}
