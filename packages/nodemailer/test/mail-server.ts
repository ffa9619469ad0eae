import type { AddressInfo, Socket } from "node:net";
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
  /** Resolves when nobody is connected any more. */
  readonly abandoned: () => Promise<void>;
  /** Stops at once, as a killed process does. Without TLS only: Node does not survive the loss of the socket beneath. */
  stop(): Promise<void>;
  /** The same server, on its old port. */
  restart(): Promise<void>;
}

/** A real SMTP server on loopback. It asks for no password and offers no STARTTLS unless `options` say so. It ends with the test, when all have left. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let leave = () => {};

  async function listen(port: number) {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["AUTH", "STARTTLS"],
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      onData: (stream, session, done) => void readMail(stream, session).then((mail) => done(null, String(mails.push(mail))), done),
      ...options,
    });
    server.on("error", () => {});
    server.server.on("connection", (socket) => {
      connections++;
      sockets.add(socket);
      socket.once("close", () => {
        sockets.delete(socket);
        if (sockets.size === 0) leave();
      });
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return server;
  }

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const abandoned = (): Promise<void> => new Promise((resolve) => (sockets.size === 0 ? resolve() : (leave = resolve)));

  let server = await listen(0);
  const { port } = server.server.address() as AddressInfo;
  onTestFinished(async () => {
    await abandoned();
    await stop();
  });
  return {
    port,
    mails,
    connections: () => connections,
    abandoned,
    stop,
    async restart() {
      server = await listen(port);
    },
  };
}

async function readMail(stream: AsyncIterable<Buffer>, { envelope, secure, user }: SMTPServerSession): Promise<ReceivedMail> {
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
    // The parser counts the line break in front of a boundary, which belongs to the boundary (RFC 2046 §5.1.1).
    text: email.text?.replace(/\n$/, ""),
    html: email.html?.replace(/\n$/, ""),
  };
}
