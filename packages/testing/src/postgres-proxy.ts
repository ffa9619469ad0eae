import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/**
 * A way to a Postgres server that can fall silent without breaking: no byte passes, and no
 * connection ends.
 */
export interface PostgresProxy {
  /** The URL of the same database, through the proxy. */
  readonly url: string;
  /** How many connections were begun so far. */
  connections(): number;
  /** Stops forwarding: everything, or only what the server says. Connections are accepted still. */
  silence(what?: "everything" | "answers"): void;
  /**
   * Forwards again, with what was held back first. Connections that either side has left meanwhile
   * end.
   */
  readonly resume: () => void;
  /** Ends every connection and stops listening. */
  readonly stop: () => Promise<void>;
}

interface Way {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * Where the server of `url` listens: a unix socket named in the query, as `startPostgres` has it,
 * or host and port.
 */
function targetOf({
  searchParams,
  hostname,
  port,
}: URL): { readonly path: string } | { readonly host: string; readonly port: number } {
  const number = Number(port || "5432");
  const folder = searchParams.get("host");
  return folder === null
    ? { host: hostname, port: number }
    : { path: `${folder}/.s.PGSQL.${number}` };
}

function addressBy(proxy: Server, url: string): string {
  const address = new URL(url);
  address.searchParams.delete("host");
  address.hostname = "127.0.0.1";
  address.port = String((proxy.address() as AddressInfo).port);
  return address.href;
}

/** Listens on a free port of loopback and forwards to the server of `url`. */
export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const target = targetOf(new URL(url));
  const ways = new Set<Way>();
  let silent: "nothing" | "everything" | "answers" = "nothing";
  let begun = 0;

  function settle(way: Way): void {
    const { client, server } = way;
    if (silent === "everything") client.pause();
    else client.resume();
    if (silent === "nothing") server.resume();
    else server.pause();
    if (silent !== "nothing" || !(client.destroyed || server.destroyed)) return;
    client.destroy();
    server.destroy();
    ways.delete(way);
  }

  const proxy = createServer((client) => {
    begun++;
    const way = { client, server: connect(target) };
    const { server } = way;
    ways.add(way);
    client.on("data", (bytes) => server.write(bytes));
    server.on("data", (bytes) => client.write(bytes));
    for (const side of [client, server]) side.on("error", () => {}).on("close", () => settle(way));
    settle(way);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));

  return {
    url: addressBy(proxy, url),
    connections: () => begun,
    silence(what = "everything") {
      silent = what;
      for (const way of ways) settle(way);
    },
    resume() {
      silent = "nothing";
      for (const way of ways) settle(way);
    },
    async stop() {
      for (const { client, server } of ways) {
        client.destroy();
        server.destroy();
      }
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
