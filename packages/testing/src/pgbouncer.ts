import { spawn } from "node:child_process";
import { chownSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unprivilegedAccount } from "./postgres-binaries.js";
import { superviseScript } from "./supervise.js";

/** How pgbouncer shares its connections to the server. */
export interface PgbouncerOptions {
  /** Its `pool_mode`: for how long a client has a connection to itself. */
  readonly mode: "session" | "transaction";
  /** Connections to the server, for each database. */
  readonly size: number;
}

/** A pgbouncer that is running. */
export interface Pgbouncer {
  /**
   * URL of the same database, through pgbouncer. Any other database of the cluster is reached in
   * the same way.
   */
  readonly url: string;
  /** Ends it, with all its connections, and removes its folder. */
  readonly stop: () => Promise<void>;
}

/**
 * Start-up parameters are what tests set for their own pools, and pgbouncer would refuse them; the
 * one that matters is set for all.
 */
const settings = (folder: string, server: string, { mode, size }: PgbouncerOptions): string => `
[databases]
* = host=${server} user=postgres connect_query='set deadlock_timeout = 50'
[pgbouncer]
listen_addr =
listen_port = 5432
unix_socket_dir = ${folder}
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 2000
server_idle_timeout = 5
ignore_startup_parameters = options
log_connections = 0
log_disconnections = 0
`;

/**
 * Starts the pgbouncer of this machine before the cluster of `url`, which `startPostgres` has
 * given. Rejects when there is none.
 */
export async function startPgbouncer(url: string, options: PgbouncerOptions): Promise<Pgbouncer> {
  const account = unprivilegedAccount();
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  const file = join(folder, "pgbouncer.ini");
  const through = new URL(url);
  writeFileSync(file, settings(folder, through.searchParams.get("host")!, options));
  through.searchParams.set("host", folder);

  const supervisor = spawn(
    "sh",
    ["-c", superviseScript("TERM"), "pgbouncer", folder, "pgbouncer", file],
    {
      ...account,
      cwd: folder,
      detached: true,
      stdio: ["pipe", "ignore", "pipe"],
    },
  );
  const ended = new Promise<void>((resolve) => supervisor.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    supervisor.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (said.length < 10_000) said += text;
      if (said.includes("process up")) resolve();
    });
    supervisor.once("exit", () => reject(new Error(`pgbouncer did not start:\n${said}`)));
  });
  return {
    url: through.href,
    async stop() {
      supervisor.stdin.end();
      await ended;
    },
  };
}
