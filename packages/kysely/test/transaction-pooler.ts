import { randomInt } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import { portOf } from "@acme/auth-testing/port-of";

/** A pooler that gives a client another connection of the server for each transaction. */
export interface TransactionPooler {
  /** The URL of the same database, through the pooler. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * One connection to the server, open and idle, or lent to a client until it is out of its
 * transaction.
 */
interface Backend {
  readonly socket: Socket;
  client: Socket | null;
}

const AUTHENTICATED = message("R", int32(0));
const READY = message("Z", Buffer.from("I"));
const PROTOCOL_3 = 196_608;
const TERMINATE = "X".charCodeAt(0);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function startUp(user: string, database: string): Buffer {
  const parameters = ["user", user, "database", database, "client_encoding", "UTF8"];
  const text = Buffer.from(`${parameters.join("\0")}\0\0`);
  return Buffer.concat([int32(text.length + 8), int32(PROTOCOL_3), text]);
}

/** Calls `each` with the type and the body of every message, as soon as it is complete. */
function readMessages(each: (type: string, body: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length >= rest.readInt32BE(1) + 1) {
      const end = rest.readInt32BE(1) + 1;
      each(String.fromCharCode(rest[0]!), rest.subarray(5, end));
      rest = rest.subarray(end);
    }
  };
}

function openBackend(url: URL, whenIdle: (backend: Backend) => void): Promise<Backend> {
  const socket = connect(`${url.searchParams.get("host")!}/.s.PGSQL.${url.port || "5432"}`);
  const backend: Backend = { socket, client: null };
  return new Promise((resolve, reject) => {
    let open = false;
    const scan = readMessages((type, body) => {
      if (type !== "Z" || body.toString() !== "I") return;
      if (open) whenIdle(backend);
      else resolve(backend);
      open = true;
    });
    socket.once("error", reject);
    socket.on("data", (bytes) => {
      // Before, for the client that the last message sets free may speak at once.
      if (open) backend.client?.write(bytes);
      scan(bytes);
    });
    socket.write(startUp(url.username, decodeURIComponent(url.pathname.slice(1))));
  });
}

/** Pools `size` connections to the database of `url`, last used first, as pgbouncer does. */
export async function startTransactionPooler(
  url: string,
  size: number,
): Promise<TransactionPooler> {
  const waiting: ((backend: Backend) => void)[] = [];
  const idle: Backend[] = [];
  const clients = new Set<Socket>();
  const settle = (backend: Backend): void => {
    backend.client = null;
    const next = waiting.shift();
    if (next) next(backend);
    else idle.push(backend);
  };
  const backends: Backend[] = [];
  for (let count = 0; count < size; count++) {
    const backend = await openBackend(new URL(url), settle);
    backends.push(backend);
    idle.push(backend);
  }

  function serve(client: Socket): void {
    let lent: Backend | null = null;
    let held: Buffer[] = [];
    let greeted = false;
    const take = (backend: Backend): void => {
      lent = backend;
      backend.client = client;
      for (const bytes of held) backend.socket.write(bytes);
      held = [];
    };
    clients.add(client);
    client.on("error", () => {});
    client.on("close", () => clients.delete(client));
    client.on("data", (bytes) => {
      if (!greeted) {
        greeted = true;
        const key = Buffer.concat([int32(randomInt(2 ** 31)), int32(randomInt(2 ** 31))]);
        client.write(Buffer.concat([AUTHENTICATED, message("K", key), READY]));
      } else if (bytes[0] === TERMINATE) client.end();
      else if (lent?.client === client) lent.socket.write(bytes);
      else {
        held.push(bytes);
        if (held.length > 1) return;
        const free = idle.pop();
        if (free) take(free);
        else waiting.push(take);
      }
    });
  }

  const pooler = createServer(serve);
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  const address = new URL(url);
  address.searchParams.delete("host");
  address.hostname = "127.0.0.1";
  address.port = String(portOf(pooler));
  return {
    url: address.href,
    async stop() {
      for (const socket of [...clients, ...backends.map((backend) => backend.socket)])
        socket.destroy();
      await new Promise((resolve) => pooler.close(resolve));
    },
  };
}
