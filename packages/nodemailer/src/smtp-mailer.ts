import type { Mailer, OutgoingMail } from "@acme/auth-core";
import type { Transporter } from "nodemailer";

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465` (TLS). */
  readonly url: string;
  /** The sender of every mail. */
  readonly from: { readonly name: string | null; readonly address: string };
  /** Refuse to speak to a server that offers no TLS. Default: yes, unless the host is this machine. */
  readonly requireTls?: boolean;
}

const CONNECTIONS = 5;
/** All below the lease of a waiting mail, so that a hanging server does not bring a second delivery on. */
const CONNECT_MS = 10_000;
const GREETING_MS = 10_000;
const SILENCE_MS = 20_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Delivers by SMTP over pooled connections. nodemailer is loaded with the first mail. Throws a `TypeError` for an unusable address. */
export function createSmtpMailer({ url, from, requireTls }: SmtpOptions): Mailer & { close(): void } {
  const server = new URL(url);
  if (!/^smtps?:$/.test(server.protocol) || !server.hostname) throw new TypeError("url must be smtp://… or smtps://…");
  const sender = { name: from.name ?? "", address: from.address };
  let transport: Promise<Transporter> | null = null;

  async function connect(): Promise<Transporter> {
    const { createTransport } = await import("nodemailer");
    const secure = server.protocol === "smtps:";
    return createTransport({
      pool: true,
      maxConnections: CONNECTIONS,
      host: server.hostname.replace(/^\[|\]$/g, ""),
      port: Number(server.port || (secure ? 465 : 587)),
      secure,
      requireTLS: !secure && (requireTls ?? !LOOPBACK.test(server.hostname)),
      ...(server.username && { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: GREETING_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async function deliver({ to, subject, text, html, messageId }: OutgoingMail): Promise<void> {
    transport ??= connect();
    // Never a string: nodemailer would parse it, and find recipients in it that nobody meant.
    const recipient = { name: "", address: to };
    await (await transport).sendMail({
      from: sender,
      to: recipient,
      envelope: { from: sender.address, to: [to] },
      subject,
      text,
      html,
      messageId,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  }

  return {
    deliver,
    close() {
      void transport?.then((opened) => opened.close());
      transport = null;
    },
  };
}
