import type { Socket } from "node:net";
import { portOf } from "@acme/auth-testing/port-of";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import { onTestFinished } from "vitest";

export interface ReceivedMail {
  /** The envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly secure: boolean;
  /** Who handed it in, when somebody logged in. */
  readonly user: string | undefined;
  readonly source: string;
  readonly email: Email;
  readonly text: string | undefined;
  readonly html: string | undefined;
}

export interface MailServer {
  readonly port: number;
  /** Accepted ones, in order. */
  readonly mails: readonly ReceivedMail[];
  /** How many connections came in so far. */
  readonly connections: () => number;
  /** Takes no more connections, and resolves when the last one has ended. */
  end(): Promise<void>;
  /**
   * Ends at once, as a killed process does. Without TLS only: Node does not survive the loss of the
   * socket beneath.
   */
  kill(): Promise<void>;
  /** The same server, on its old port. */
  restart(): Promise<void>;
}

/**
 * A real SMTP server on loopback. It asks for no password and offers no STARTTLS unless `options`
 * say so. It ends with the test, when all have left.
 */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  async function listen(port: number) {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["AUTH", "STARTTLS"],
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      onData: (stream, session, done) =>
        void readMail(stream, session).then((mail) => done(null, String(mails.push(mail))), done),
      ...options,
    });
    server.on("error", () => {});
    server.server.on("connection", (socket) => {
      connections++;
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return server;
  }

  const end = (): Promise<void> => new Promise((resolve) => server.server.close(() => resolve()));

  let server = await listen(0);
  const port = portOf(server.server);
  onTestFinished(end);
  return {
    port,
    mails,
    connections: () => connections,
    end,
    kill() {
      const ended = end();
      for (const socket of sockets) socket.destroy();
      return ended;
    },
    async restart() {
      server = await listen(port);
    },
  };
}

async function readMail(
  stream: AsyncIterable<Buffer>,
  { envelope, secure, user }: SMTPServerSession,
): Promise<ReceivedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const source = Buffer.concat(chunks);
  const email = await PostalMime.parse(source);
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : "",
    to: envelope.rcptTo.map(({ address }) => address),
    secure,
    user: user as string | undefined,
    source: source.toString(),
    email,
    // The parser counts the line break in front of a boundary, which belongs to the boundary (RFC
    // 2046 §5.1.1).
    text: email.text?.replace(/\n$/, ""),
    html: email.html?.replace(/\n$/, ""),
  };
}
