import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
/** pg_basebackup and promotion need all the tools; the binaries of npm have only the server. */
const BIN = "/usr/lib/postgresql/15/bin";

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** A server of Postgres 15 that keeps what it commits, on a unix socket in its folder. */
export interface Server {
  readonly folder: string;
  readonly process: ChildProcess;
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** The account that Debian runs Postgres as. */
export function postgresAccount(): Account {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith("postgres:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined) throw new Error("This proof needs the account postgres.");
  return { uid: Number(uid), gid: Number(gid) };
}

export const newFolder = (account: Account): string => {
  const folder = mkdtempSync(join(tmpdir(), "failover-"));
  chownSync(folder, account.uid, account.gid);
  return folder;
};
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** A name in `synchronous_standby_names`, and what the standby calls itself. */
export const STANDBY = "standby";

async function start(
  folder: string,
  account: Account,
  settings: readonly string[],
): Promise<Server> {
  const given = [...settings, "listen_addresses=", `unix_socket_directories=${folder}`];
  const child = spawn(
    join(BIN, "postgres"),
    ["-D", join(folder, "data"), ...given.flatMap((setting) => ["-c", setting])],
    { ...account, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  await new Promise<void>((ready, failed) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (said.length < 10_000) said += text;
      if (said.includes("ready to accept")) ready();
    });
    child.once("exit", () => failed(new Error(said)));
  });
  return {
    folder,
    process: child,
    async query(sql) {
      const client = new pg.Client({ host: folder, user: "postgres", database: "postgres" });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

export async function startPrimary(folder: string, account: Account): Promise<Server> {
  const initdb = ["-D", join(folder, "data"), "--username=postgres", "--auth=trust", "--locale=C"];
  await run(join(BIN, "initdb"), [...initdb, "--encoding=UTF8"], { ...account, cwd: folder });
  return start(folder, account, ["wal_level=replica", "max_connections=100"]);
}

/** A streaming copy of `primary`. */
export async function startStandby(
  primary: Server,
  folder: string,
  account: Account,
): Promise<Server> {
  const source = `host=${primary.folder} user=postgres application_name=${STANDBY}`;
  await run(
    join(BIN, "pg_basebackup"),
    ["-D", join(folder, "data"), "-R", "-X", "stream", "-c", "fast", "-d", source],
    { ...account, cwd: folder },
  );
  return start(folder, account, ["max_connections=100"]);
}

/** Ends the server and all its processes at once, as a power cut would. */
export async function killServer({ process: child }: Server): Promise<void> {
  const ended = once(child, "exit");
  const { stdout } = await run("ps", ["-o", "pid=", "--ppid", String(child.pid)]);
  child.kill("SIGKILL");
  for (const pid of stdout.split(/\s+/).filter(Boolean)) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  await ended;
}

/** The address in front of the servers, which is moved from one to the other. */
export interface Address {
  readonly url: string;
  moveTo(server: Server): void;
  readonly close: () => Promise<void>;
}

export async function openAddress(first: Server): Promise<Address> {
  let target = first.folder;
  const sockets = new Set<Socket>();
  const forwarder = createServer((client) => {
    const server = connect(`${target}/.s.PGSQL.5432`);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on("data", (bytes) => other.write(bytes));
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => forwarder.listen(0, "127.0.0.1", resolve));
  const address = forwarder.address() as { readonly port: number };
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}/postgres`,
    moveTo(server) {
      target = server.folder;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => forwarder.close(resolve));
    },
  };
}
