import type { Clock, Mailer, OutgoingMail } from "@acme/auth-core";

/** A mail as the development inbox keeps it. */
export interface KeptMail extends OutgoingMail {
  /** Counted from 1 in the order of delivery. */
  readonly id: number;
  readonly deliveredAt: Date;
}

/**
 * The mails that this process has printed, for a developer to read in the browser. In memory only.
 */
export interface DevelopmentInbox {
  /** Delivers through `mailer`, and keeps what it has accepted. */
  keeping(mailer: Mailer): Mailer;
  /** The newest first. */
  list(): readonly KeptMail[];
  find(id: number): KeptMail | null;
}

export const INBOX_CAPACITY = 100;

export function createDevelopmentInbox(clock: Clock): DevelopmentInbox {
  const kept: KeptMail[] = [];
  let delivered = 0;
  return {
    keeping: (mailer) => ({
      async deliver(mail) {
        await mailer.deliver(mail);
        kept.unshift({ ...mail, id: ++delivered, deliveredAt: clock.now() });
        kept.splice(INBOX_CAPACITY);
      },
    }),
    list: () => kept,
    find: (id) => kept.find((mail) => mail.id === id) ?? null,
  };
}
