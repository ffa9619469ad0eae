import { connect } from "node:net";
import type { MailServer } from "./server-url.js";
import { soleRecipient } from "./sole-recipient.js";
import type { SmtpTimeouts } from "./timeouts.js";

export interface PoolSettings {
  readonly server: MailServer;
  /** Whether nothing is sent before TLS is established. */
  readonly encrypted: boolean;
  /** Certificate authorities in PEM; null for those that the system trusts. */
  readonly ca: readonly string[] | null;
  readonly timeouts: SmtpTimeouts;
}

/** More mails than this at once wait for a free connection. */
const MAX_CONNECTIONS = 5;

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
    maxConnections: MAX_CONNECTIONS,
    host,
    port,
    secure,
    requireTLS: encrypted && !secure,
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED and --tls-min-v1.0 change nothing.
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2", ...(ca && { ca: [...ca] }) },
    ...(credentials && { auth: { ...credentials } }),
    // An encrypted server that does not ask for the password is not the configured one. An
    // unencrypted one may omit AUTH to protect it.
    forceAuth: encrypted,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
    // Closed before its silence counts as a failure.
    idleTimeout: Math.ceil(timeouts.silence / 2),
    // Enough for connections that were lost while idle. The worker repeats failed mails.
    maxRequeues: 2,
    // A server that hangs does not close its side.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(host === "localhost" && { getSocket: loopbackSocket(port) }),
  });
  return pool.use("stream", soleRecipient);
}

type SocketTaker = (
  failure: Error | null,
  opened?: { connection: ReturnType<typeof connect> },
) => void;

/**
 * For how long one of the two loopback IP addresses may be tried before the other. A server that is
 * not there refuses at once; Node's 250 ms are over before a busy process has looked, and then a
 * server that is there counts as out of reach.
 */
const LOOPBACK_ATTEMPT_MS = 5_000;

/**
 * nodemailer asks DNS for `localhost`, and a foreign answer would receive unencrypted mail. This
 * connects to the loopback IP addresses only, IPv4 or IPv6.
 */
function loopbackSocket(port: number) {
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  return (_options: object, done: SocketTaker): void => {
    const socket = connect({
      host: "localhost",
      port,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: LOOPBACK_ATTEMPT_MS,
      lookup: (_name, _options, found) => found(null, addresses),
    });
    socket.once("error", done);
    socket.once("connect", () => {
      socket.off("error", done);
      done(null, { connection: socket });
    });
  };
}
