import { setTimeout as sleep } from "node:timers/promises";
import { startPgbouncer } from "@acme/auth-testing/pgbouncer";
import { createDatabase, startPostgres } from "@acme/auth-testing/postgres";
import pg from "pg";
import { checkSession, requestCode, signIn, signOut } from "./client.js";
import { type ServerProcess, startServer } from "./server-process.js";

const CLIENTS = 16;
const CYCLES = 12;
const CHECKS = 10;
const CONNECTIONS = 3;
const MAIL_PATIENCE_MS = 10_000;

const root = process.cwd();

const expect = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`It does not hold that ${what}.`);
};

/** The default mode ends at start, and says what to set. */
async function refusesDefault(url: string): Promise<void> {
  const outcome = await startServer(root, { DATABASE_URL: url }).then(
    async (server) => {
      await server.stop();
      return "it started";
    },
    (thrown: unknown) => String(thrown),
  );
  expect(
    outcome.includes("start_failed") && outcome.includes("DATABASE_POOLING=transaction"),
    `a server in the default mode is refused with what to set: ${outcome}`,
  );
}

async function codeFor(servers: readonly ServerProcess[], email: string): Promise<string> {
  for (let waited = 0; waited < MAIL_PATIENCE_MS; waited += 20) {
    for (const { codes } of servers) {
      const code = codes.get(email);
      if (code !== undefined) return code;
    }
    await sleep(20);
  }
  throw new Error(`No mail came for ${email}.`);
}

/**
 * Signs in through one process, is known to the other, and after signing out there to neither.
 * Returns the number of requests.
 */
async function live(servers: readonly [ServerProcess, ServerProcess], client: number) {
  let requests = 0;
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const [one, other] = cycle % 2 === 0 ? servers : [servers[1], servers[0]];
    const email = `person${client}-${cycle}@example.com`;
    expect((await requestCode(one.url, email)).status === 200, "a code can be asked for");
    const { status, cookie } = await signIn(other.url, email, await codeFor(servers, email));
    expect(status === 200 && cookie !== null, "a code signs in");
    for (let check = 0; check < CHECKS; check++) {
      const known = await checkSession(check % 2 === 0 ? one.url : other.url, cookie!);
      expect(known.status === 200, `a session is known: ${known.status}`);
    }
    expect((await signOut(one.url, cookie!)).status < 300, "a session can be ended");
    const ended = await checkSession(other.url, cookie!);
    expect(ended.status === 401, "an ended session is refused on the very next request");
    requests += CHECKS + 4;
  }
  return requests;
}

async function main(): Promise<void> {
  const cluster = await startPostgres();
  const direct = await createDatabase(cluster.url);
  const pgbouncer = await startPgbouncer(direct, { mode: "transaction", size: CONNECTIONS });
  const witness = new pg.Client(direct);
  await witness.connect();
  await refusesDefault(pgbouncer.url);
  console.log("The default mode is refused at start.");

  const settings = { DATABASE_URL: pgbouncer.url, DATABASE_POOLING: "transaction" };
  const servers = [await startServer(root, settings), await startServer(root, settings)] as const;
  let mostConnections = 0;
  let watching = false;
  const watch = setInterval(() => {
    if (watching) return;
    watching = true;
    void witness
      .query<{ count: string }>(
        "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
      .then(({ rows }) => {
        mostConnections = Math.max(mostConnections, Number(rows[0]!.count));
        watching = false;
      });
  }, 50);
  const start = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => live(servers, client)),
  );
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(watch);
  const requests = counts.reduce((sum, count) => sum + count, 0);
  const errors = servers.flatMap(({ log }) => log.filter(({ level }) => level === "error"));
  expect(errors.length === 0, `nothing is logged as an error: ${JSON.stringify(errors[0])}`);
  expect(mostConnections <= CONNECTIONS, `pgbouncer shares its connections: ${mostConnections}`);
  console.log(
    `Two processes with 20 connections to pgbouncer, which has ${mostConnections} to Postgres: ${requests} requests in ${seconds.toFixed(1)} s, none failed; ${CLIENTS * CYCLES} sign-ins, each revocation refused on the next request.`,
  );
  for (const server of servers) await server.stop();
  await witness.end();
  await pgbouncer.stop();
  await cluster.stop();
}

await main();
process.exit(0);
