import { X509Certificate } from "node:crypto";
import {
  type EmailAddress,
  type Mailer,
  type OutgoingMail,
  parseEmailAddress,
} from "@acme/auth-core";
import { hasControlCharacter } from "@acme/auth-core/surface";
import { openPool, type PoolSettings } from "./connection-pool.js";
import { deliveryFailure } from "./delivery-failure.js";
import { readServerUrl } from "./server-url.js";
import { defineTimeouts, type SmtpTimeouts } from "./timeouts.js";

/** Which server `createSmtpMailer` sends through, and as whom. */
export interface SmtpOptions {
  /**
   * `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465` (TLS). User and
   * password are percent-encoded; both may be left out.
   */
  readonly url: string;
  /** The sender of every mail. `name` is what mail programs show; null shows the email address. */
  readonly from: { readonly name: string | null; readonly address: string };
  /**
   * Whether to refuse a server that offers no STARTTLS. Default: `true`, unless the host is a
   * loopback name or IP address. TLS is used whenever the server offers it, and its certificate is
   * always verified.
   */
  readonly requireTls?: boolean;
  /**
   * Certificate authorities in PEM. The server's certificate is verified against them instead of
   * the authorities that the system trusts. Use it for a self-signed certificate.
   */
  readonly ca?: string | readonly string[];
  /** Limits in milliseconds. Each has a default. */
  readonly timeouts?: Partial<SmtpTimeouts>;
}

/** A `Mailer` that owns a pool of connections. */
export interface SmtpMailer extends Mailer {
  /**
   * Resolves when the server has accepted the mail for its one recipient. Nothing is sent unless
   * `mail.to` is an email address as `parseEmailAddress` returns it. When the connection breaks
   * after the mail was sent, the server may have accepted it although this method rejects: repeat
   * the mail with the same `messageId`, as the worker does.
   * @throws {Error} within `timeouts.delivery`, when the mail was not accepted. The error is safe
   * to log: it contains no password, no email address and nothing of the mail.
   */
  deliver(mail: OutgoingMail): Promise<void>;
  /**
   * Connects, establishes TLS and logs in, and sends nothing.
   * @throws {Error} when the server does not accept that. The error is safe to log, as that of
   * `deliver`.
   */
  verify(): Promise<void>;
  /** Closes all connections at once. Deliveries under way reject, and so do later ones. */
  close(): void;
}

/** RFC 5322 §3.6.4 without its obsolete forms. */
const MESSAGE_ID = /^<[!-;=?A-~]+@[!-;=?A-~]+>$/;

/**
 * Delivers mails by SMTP, each to one recipient. The library is loaded and the first connection
 * opened with the first mail, so an unreachable server shows then. Connections are kept for later
 * mails, opened again when the server has closed them, and keep the process alive until `close()`.
 * @throws {TypeError} for an unusable URL, sender or certificate authority.
 * @throws {RangeError} for a timeout that is not a whole number of milliseconds, at least 1.
 * @example
 * const from = { name: "Acme", address: "auth@example.com" };
 * const mailer = createSmtpMailer({ url: "smtp://user:password@mail.example.com:587", from });
 * const auth = createAuth({ store, mailer, links, secret });
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
      throw new Error("SMTP delivery refused: the recipient is not a canonical email address");
    if (!MESSAGE_ID.test(messageId))
      throw new Error("SMTP delivery refused: the Message-ID is malformed");
    const signal = AbortSignal.timeout(settings.timeouts.delivery);
    // Objects, never strings: nodemailer parses strings and may find more recipients in them than
    // one.
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

  async function verify(): Promise<void> {
    if (closed) throw new Error("SMTP delivery refused: the mailer is closed");
    try {
      await (await (pool ??= openPool(settings))).verify();
    } catch (failure) {
      throw deliveryFailure(failure);
    }
  }

  function close(): void {
    closed = true;
    void pool?.then(
      (opened) => opened.close({ force: true }),
      () => {}, // It was never opened.
    );
  }

  return { deliver, verify, close };
}

function readSender({ name, address }: SmtpOptions["from"]): {
  readonly name: string;
  readonly address: EmailAddress;
} {
  const sender = parseEmailAddress(address);
  if (!sender) throw new TypeError("from.address must be an email address");
  if (hasControlCharacter(name ?? ""))
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
