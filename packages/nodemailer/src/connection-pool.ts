import { connect } from "node:net";
import type { MailServer } from "./server-url.js";
import { soleRecipient } from "./sole-recipient.js";
import type { SmtpTimeouts } from "./timeouts.js";

export interface PoolSettings {
  readonly server: MailServer;
  /** Whether nothing may be said before TLS stands. */
  readonly encrypted: boolean;
  /** PEM; null for those the system trusts. */
  readonly ca: readonly string[] | null;
  readonly timeouts: SmtpTimeouts;
}

/** At once; the mails behind them wait their turn. */
const CONNECTIONS = 5;

/** Loads the library and sets it up; a connection is opened when a mail needs one. */
export async function openPool({
  server: { host, port, secure, credentials },
  encrypted,
  ca,
  timeouts,
}: PoolSettings) {
  const { createTransport } = await import("nodemailer");
  const pool = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host,
    port,
    secure,
    requireTLS: encrypted && !secure,
    // Said in full, so that NODE_TLS_REJECT_UNAUTHORIZED and --tls-min-v1.0 change nothing.
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2", ...(ca && { ca: [...ca] }) },
    ...(credentials && { auth: { ...credentials } }),
    // A server that asks for no password is not the one we know; but unencrypted, not asking may be its way of protecting it.
    forceAuth: encrypted,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
    // Sooner than its silence would count as a failure.
    idleTimeout: Math.ceil(timeouts.silence / 2),
    // Enough for connections that were lost while they waited; repeating failed mails is the worker's business.
    maxRequeues: 2,
    // A server that hangs does not close its side either.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(host === "localhost" && { getSocket: socketHere(port) }),
  });
  return pool.use("stream", soleRecipient);
}

type SocketTaker = (
  failure: Error | null,
  opened?: { connection: ReturnType<typeof connect> },
) => void;

/** nodemailer asks DNS for `localhost`: whoever answered there would be handed unencrypted mail. This stays on the machine, by either family. */
function socketHere(port: number) {
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  return (_options: object, done: SocketTaker): void => {
    const socket = connect({
      host: "localhost",
      port,
      autoSelectFamily: true,
      lookup: (_name, _options, found) => found(null, addresses),
    });
    socket.once("error", done);
    socket.once("connect", () => {
      socket.off("error", done);
      done(null, { connection: socket });
    });
  };
}
