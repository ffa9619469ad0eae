import { after } from "../kernel/duration.js";
import type { EmailAddress } from "../kernel/email-address.js";
import type { OutboxMailId } from "../kernel/ids.js";
import type { World } from "../ports/env.js";
import type { Tx } from "../ports/store.js";
import type { Mail, MailData, NoMail, TemplateName } from "./mails.js";

/** Puts a sealed mail into the outbox, in the transaction that causes it. It is dropped unsent once `expiresAt` has come. */
export async function enqueueMail(tx: Tx, { clock, random, sealer }: World, mail: Mail | NoMail, expiresAt: Date): Promise<void> {
  const id = random.id() as OutboxMailId;
  const now = clock.now();
  await tx.outbox.enqueue({
    id,
    sealed: sealer.seal("outbox", JSON.stringify(mail), id),
    attempts: 0,
    nextAttemptAt: now,
    expiresAt,
    createdAt: now,
  });
}

/** Templates that bring nothing and only tell. */
export type NoticeName = Extract<
  TemplateName,
  | "email-change-requested"
  | "email-changed"
  | "sign-up-attempt"
  | "password-changed"
  | "password-reset-done"
  | "account-reclaimed"
  | "passkey-added"
  | "passkey-removed"
  | "account-linked"
  | "account-unlinked"
  | "role-changed"
  | "owners-changed"
  | "owner-invited"
  | "member-removed"
  | "organization-deleted"
  | "deletion-cancelled"
  | "account-deleted"
  | "export-ready"
  | "export-failed"
>;

/** Tells an address what was done. `null` for a notice that nobody gets. */
export async function enqueueNotice(tx: Tx, world: World, to: EmailAddress, template: NoticeName | null): Promise<void> {
  const mail: Mail | NoMail = template === null ? { template: "none", to } : { template, to, data: {}, carries: null };
  await enqueueMail(tx, world, mail, after(world.clock.now(), world.policy.noticeLifetime));
}

/** Templates that tell something particular and bring nothing. */
export type LetterName = "deletion-requested" | "deletion-rejected";
export type Letter = { readonly [T in LetterName]: { readonly template: T; readonly data: MailData[T] } }[LetterName];

/** Tells an address something that concerns it alone. */
export async function enqueueLetter(tx: Tx, world: World, to: EmailAddress, letter: Letter): Promise<void> {
  await enqueueMail(tx, world, { ...letter, to, carries: null }, after(world.clock.now(), world.policy.noticeLifetime));
}
