import type { Mailer, OutgoingMail } from "@acme/auth-core";

/** A mailer that keeps what it is given. */
export interface Inbox extends Mailer {
  /** Everything delivered, oldest first. */
  readonly mails: readonly OutgoingMail[];
  /** The latest mail to `to`; throws when there is none. */
  last(to: string): OutgoingMail;
  /** The oldest mail to `to` that no `next` has returned yet, as soon as there is one. */
  next(to: string): Promise<OutgoingMail>;
  /** The code in the latest mail to `to` that has one; throws when none has. */
  codeFor(to: string): string;
  /** The link in the latest mail to `to` that has one; throws when none has. */
  linkFor(to: string): string;
  /** Refuses the next `times` mails. */
  failNext(times: number): void;
}

interface Reader {
  readonly to: string;
  resolve(mail: OutgoingMail): void;
}

interface Wanted {
  readonly shape: RegExp;
  readonly what: string;
}

const CODE: Wanted = { shape: /^\d{6}$/, what: "code" };
const LINK: Wanted = { shape: /^https?:\/\/\S+$/, what: "link" };

const find = (mail: OutgoingMail, { shape }: Wanted): string | undefined =>
  mail.text
    .split(/\r?\n/)
    .map((text) => text.trim())
    .find((text) => shape.test(text));

function lineOf(mail: OutgoingMail, wanted: Wanted): string {
  const line = find(mail, wanted);
  if (line === undefined) throw new Error(`"${mail.subject}" holds no ${wanted.what}`);
  return line;
}

/** The first line of the plain text that is exactly six digits. */
export const codeIn = (mail: OutgoingMail): string => lineOf(mail, CODE);

/** The first line of the plain text that is exactly a URL. */
export const linkIn = (mail: OutgoingMail): string => lineOf(mail, LINK);

/**
 * Creates an empty inbox, to be given to `createAuth` as its mailer.
 *
 * @example
 * const inbox = createInbox();
 * const auth = createAuth({ store, mailer: inbox, secret, links });
 * await auth.emailOtp.send(email, "sign-in", client);
 * const mail = await inbox.next(email); // as soon as the worker has delivered it
 */
export function createInbox(): Inbox {
  const mails: OutgoingMail[] = [];
  const read = new Set<OutgoingMail>();
  const readers: Reader[] = [];
  let failures = 0;

  function last(to: string): OutgoingMail {
    const mail = mails.findLast((one) => one.to === to);
    if (!mail) throw new Error(`no mail to ${to}`);
    return mail;
  }

  /** Mails that are due at one instant come in any order: the latest may be another one. */
  function latest(to: string, wanted: Wanted): string {
    const mail = mails.findLast((one) => one.to === to && find(one, wanted) !== undefined);
    return lineOf(mail ?? last(to), wanted);
  }

  return {
    mails,
    async deliver(mail) {
      if (failures > 0) {
        failures--;
        throw new Error("the mail server refused the mail");
      }
      // A copy: a repeated delivery is another mail, even of the same object.
      const kept = { ...mail };
      mails.push(kept);
      const waiting = readers.findIndex(({ to }) => to === mail.to);
      if (waiting < 0) return;
      read.add(kept);
      readers.splice(waiting, 1)[0]!.resolve(kept);
    },
    last,
    next(to) {
      const mail = mails.find((one) => one.to === to && !read.has(one));
      if (!mail) return new Promise((resolve) => readers.push({ to, resolve }));
      read.add(mail);
      return Promise.resolve(mail);
    },
    codeFor: (to) => latest(to, CODE),
    linkFor: (to) => latest(to, LINK),
    failNext: (times) => void (failures = times),
  };
}
