import { X509Certificate } from "node:crypto";
import {
  parseEmailAddress,
  type EmailAddress,
  type Mailer,
  type OutgoingMail,
} from "@acme/auth-core";
import { openPool, type PoolSettings } from "./connection-pool.js";
import { deliveryFailure } from "./delivery-failure.js";
import { readServerUrl } from "./server-url.js";
import { defineTimeouts, type SmtpTimeouts } from "./timeouts.js";

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465` (TLS), user and password percent-encoded. */
  readonly url: string;
  /** The sender of every mail. */
  readonly from: { readonly name: string | null; readonly address: string };
  /**
   * Whether to refuse a server that offers no STARTTLS. Default: yes, unless the host is this machine. A server that offers it is spoken
   * to under TLS in any case, and its certificate is always verified.
   */
  readonly requireTls?: boolean;
  /** The authorities (PEM) that the server's certificate is verified against, instead of those the system trusts: for one that signed itself. */
  readonly ca?: string | readonly string[];
  readonly timeouts?: Partial<SmtpTimeouts>;
}

export interface SmtpMailer extends Mailer {
  /**
   * Resolves once the server has accepted the mail for its one recipient. Otherwise rejects, within `timeouts.delivery`, with a plain
   * `Error` that is fit for a log: no password, address or word of the mail stands in it. Nothing is sent unless `to` is an address as
   * `parseEmailAddress` returns it. A server may have accepted a mail of which it could not tell us any more: repeat it with the same
   * `Message-ID`, as the worker does.
   */
  deliver(mail: OutgoingMail): Promise<void>;
  /** Closes all connections, mid-mail too: what is under way rejects, and so does everything after. */
  close(): void;
}

/** RFC 5322 §3.6.4 without its obsolete forms. */
const MESSAGE_ID = /^<[!-;=?A-~]+@[!-;=?A-~]+>$/;

/**
 * Delivers by SMTP, one recipient a mail:
 *
 * ```ts
 * const mailer = createSmtpMailer({ url: process.env.SMTP_URL, from: { name: "Acme", address: "auth@example.com" } });
 * const auth = createAuth({ store, mailer, links, secret });
 * ```
 *
 * Connections are opened with the first mail (as the library is loaded), kept for the ones that follow and opened
 * anew when the server has gone away; they keep the process alive until `close()`.
 *
 * Throws at once, a `TypeError` for an unusable address, sender or certificate option, a `RangeError` for a timeout. Whether the server
 * can be reached shows with the first mail.
 */
export function createSmtpMailer({
  url,
  from,
  requireTls,
  ca,
  timeouts = {},
}: SmtpOptions): SmtpMailer {
  const server = readServerUrl(url);
  const sender = readSender(from);
  const settings: PoolSettings = {
    server,
    encrypted: server.secure || (requireTls ?? !server.loopback),
    ca: readAuthorities(ca),
    timeouts: defineTimeouts(timeouts),
  };
  let pool: ReturnType<typeof openPool> | null = null;
  let closed = false;

  async function deliver({ to, subject, text, html, messageId }: OutgoingMail): Promise<void> {
    if (closed) throw new Error("SMTP delivery refused: the mailer is closed");
    if (parseEmailAddress(to) !== to)
      throw new Error("SMTP delivery refused: the recipient is no canonical address");
    if (!MESSAGE_ID.test(messageId))
      throw new Error("SMTP delivery refused: the Message-ID is malformed");
    const signal = AbortSignal.timeout(settings.timeouts.delivery);
    // Objects, never strings: nodemailer parses those, and finds recipients in them that nobody meant.
    const mail = {
      from: sender,
      to: { name: "", address: to },
      subject,
      text,
      html,
      messageId,
      headers: { "Auto-Submitted": "auto-generated" },
      signal,
    };
    try {
      await (await (pool ??= openPool(settings))).sendMail(mail);
    } catch (failure) {
      throw deliveryFailure(failure);
    }
  }

  function close(): void {
    closed = true;
    void pool?.then(
      (opened) => opened.close({ force: true }),
      () => {}, // Never opened.
    );
  }

  return { deliver, close };
}

function readSender({ name, address }: SmtpOptions["from"]): {
  readonly name: string;
  readonly address: EmailAddress;
} {
  const sender = parseEmailAddress(address);
  if (!sender) throw new TypeError("from.address must be a mail address");
  if (/\p{Cc}/u.test(name ?? ""))
    throw new TypeError("from.name must be without control characters");
  return { name: name ?? "", address: sender };
}

function readAuthorities(ca: SmtpOptions["ca"]): readonly string[] | null {
  if (ca === undefined) return null;
  const authorities = [ca].flat();
  try {
    for (const authority of authorities) new X509Certificate(authority);
  } catch {
    throw new TypeError("ca must be certificates in PEM");
  }
  return authorities;
}
