import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, ask } from "./client.js";
import { postgresAccount } from "./cluster.js";
import { openPostgres, openSqlite, type Restorable } from "./restorable.js";
import { ENVIRONMENT, type ServerProcess, startServer } from "./server-process.js";

/**
 * A process is killed after so many requests for an erasure, and after so many repeated erasures.
 */
const ERASURES_PER_KILL = 10;
const REPLAYS_PER_KILL = 4;
const WATCH_MS = 3;
const LARGE = { users: 1_000_000, entries: 100_000 };
const PASSWORD = "three green bicycles";
/** Whether a failure lies in the proof or in the product: it ends the proof. */
class Broken extends Error {}

const root = process.cwd();
const flags = process.argv.slice(2);
const [ERASED, KEPT] = flags.includes("--few") ? [20, 4] : [100, 20];
const WITHOUT_LEDGER = flags.includes("--without-ledger");

interface Person {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** One database with its ledger, and what is done to it. */
class Stage {
  readonly #folder = mkdtempSync(join(tmpdir(), "ledger-"));
  /** In names and email addresses of those who are erased, and of those who stay. */
  readonly canary = `canary${randomBytes(6).toString("hex")}`;
  readonly keeper = `keeper${randomBytes(6).toString("hex")}`;
  readonly ledger = join(this.#folder, "erasures");
  constructor(readonly database: Restorable) {}

  settings(): Readonly<Record<string, string>> {
    return {
      DATABASE_URL: this.database.url(),
      DELETION_GRACE_DAYS: "0",
      ...(!WITHOUT_LEDGER && { ERASURE_LEDGER: this.ledger }),
    };
  }

  start = (): Promise<ServerProcess> => startServer(root, this.settings());

  /** @param watch Called until the process ends; kills it when it says so. */
  async run(words: readonly string[], watch?: () => Promise<boolean>): Promise<Ended> {
    const child = spawn(process.execPath, [join(root, "packages/server/dist/main.js"), ...words], {
      cwd: this.#folder,
      env: { ...ENVIRONMENT(), ...this.settings() },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (piece: Buffer) => (out += String(piece)));
    child.stderr.on("data", (piece: Buffer) => (err += String(piece)));
    const closed = once(child, "close") as Promise<[number | null]>;
    while (watch && child.exitCode === null && child.signalCode === null) {
      if (await watch()) child.kill("SIGKILL");
      await sleep(WATCH_MS);
    }
    const [code] = await closed;
    return { code, out, err };
  }

  async close(): Promise<void> {
    await this.database.close();
    rmSync(this.#folder, { recursive: true });
  }

  entries(): ReadonlySet<string> {
    if (!existsSync(this.ledger)) return new Set();
    return new Set(readFileSync(this.ledger, "utf8").split("\n").filter(Boolean));
  }

  async countPresent(): Promise<number> {
    const [row] = await this.database.query(
      `select count(*) as present from auth_user where email like '${this.canary}%'`,
    );
    return Number(row?.["present"]);
  }
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Broken(otherwise);
}

async function signUp(server: ServerProcess, name: string): Promise<Person> {
  const email = `${name}@example.com`;
  const body = { email, password: PASSWORD, name: `Mx ${name}` };
  const answer = await ask(`${server.url}/api/auth/sign-up/email`, { body });
  expect(answer.status === 200 && answer.cookie !== null, `${name} cannot sign up`);
  const { id } = answer.body["user"] as { readonly id: string };
  return { id, email, cookie: answer.cookie! };
}

const requestErasure = (server: ServerProcess, { cookie }: Person): Promise<Answer> =>
  ask(`${server.url}/api/v1/me/deletion`, { cookie, body: { password: PASSWORD, reason: "" } });

const signIn = (server: ServerProcess, { email }: Person): Promise<Answer> =>
  ask(`${server.url}/api/auth/sign-in/email`, { body: { email, password: PASSWORD } });

/** Until no job waits. A job of a process that was killed is taken over after a minute. */
async function finishJobs(stage: Stage): Promise<void> {
  for (const end = Date.now() + 240_000; Date.now() < end;) {
    const [row] = await stage.database.query("select count(*) as jobs from auth_job");
    if (Number(row?.["jobs"]) === 0) return;
    await sleep(500);
  }
  throw new Broken("jobs are left after four minutes");
}

/** Every tenth request kills the server that was given it. Returns how often it was killed. */
async function erase(stage: Stage, people: readonly Person[]): Promise<number> {
  let server = await stage.start();
  let kills = 0;
  for (const [index, person] of people.entries()) {
    const asked = requestErasure(server, person);
    if (index % ERASURES_PER_KILL !== ERASURES_PER_KILL - 1) {
      expect((await asked).status === 202, "an erasure is refused");
      continue;
    }
    // From the arrival of the request to the append: the moment of the kill slides over all of it.
    await sleep((kills++ % 10) * 40);
    server.process.kill("SIGKILL");
    await asked;
    server = await stage.start();
    const { status } = await requestErasure(server, person);
    // It was accepted before the kill, and may be done.
    expect([202, 409, 401].includes(status), `an erasure answers ${status} after a kill`);
  }
  await finishJobs(stage);
  await server.stop();
  return kills;
}

async function expectRefused(stage: Stage, present: number): Promise<void> {
  for (const command of ["serve", "worker"]) {
    const { code, err } = await stage.run([command]);
    const says = `${present} erased ${present === 1 ? "user is" : "users are"} back`;
    expect(code === 1 && err.includes(says), `${command} is not refused: ${code} ${err}`);
    expect(err.includes("auth-server erasures replay"), `${command} does not say what to do`);
  }
}

/** Without a ledger nothing is noticed: the proof ends here. */
async function expectReturn(stage: Stage, people: readonly Person[]): Promise<never> {
  const server = await stage.start();
  let back = 0;
  for (const person of people) if ((await signIn(server, person)).status === 200) back++;
  await server.stop();
  throw new Broken(`without a ledger ${back} erased users sign in again`);
}

/** Returns how many replays were killed while some were erased and others not. */
async function replay(stage: Stage): Promise<number> {
  let kills = 0;
  for (let present = await stage.countPresent(); present > 0;) {
    const target = Math.max(present - REPLAYS_PER_KILL, 0);
    const { code, err } = await stage.run(
      ["erasures", "replay"],
      async () => (await stage.countPresent()) <= target && target > 0,
    );
    expect(code === 0 || code === null, `a replay fails: ${err}`);
    const left = await stage.countPresent();
    if (left > 0) await expectRefused(stage, left);
    if (code === null) kills++;
    present = left;
  }
  const { code, out } = await stage.run(["erasures", "replay", "--json"]);
  expect(code === 0 && out.includes('"erased":0'), `a replay is not idempotent: ${out}`);
  return kills;
}

async function find(stage: Stage, needles: readonly string[]): Promise<readonly string[]> {
  const files = await stage.database.bytes();
  return needles.filter((needle) => files.some((bytes) => bytes.includes(needle)));
}

async function proveOn(database: Restorable): Promise<string> {
  const stage = new Stage(database);
  const started = Date.now();
  let server = await stage.start();
  const people = await signUpAll(server, stage.canary, ERASED);
  const keepers = await signUpAll(server, stage.keeper, KEPT);
  await server.stop();
  await database.backUp(async (file) => {
    const { code, err } = await stage.run(["backup", file]);
    expect(code === 0, err);
  });
  console.log(`${database.name}: ${ERASED + KEPT} people are in the backup. ${seconds(started)}`);
  const killedErasing = await erase(stage, people);
  console.log(`${database.name}: ${ERASED} are erased. ${seconds(started)}`);
  expect((await stage.countPresent()) === 0, "somebody was not erased");
  if (!WITHOUT_LEDGER) {
    expect(stage.entries().size === ERASED, `the ledger lists ${stage.entries().size}`);
    const text = readFileSync(stage.ledger, "utf8");
    const named = people.filter(({ id, email }) => text.includes(id) || text.includes(email));
    expect(named.length === 0, "the ledger names people");
  }

  await database.restore();
  expect((await stage.countPresent()) === ERASED, "the backup does not bring them back");
  if (WITHOUT_LEDGER) await expectReturn(stage, people);
  await expectRefused(stage, ERASED);
  console.log(`${database.name}: the restored backup is refused. ${seconds(started)}`);
  const killedReplaying = await replay(stage);
  expect(stage.entries().size === ERASED, "the ledger has grown");
  console.log(`${database.name}: they are erased again. ${seconds(started)}`);

  server = await stage.start();
  await finishJobs(stage);
  for (const person of people)
    expect((await signIn(server, person)).status === 401, "an erased user signs in");
  for (const person of keepers)
    expect((await signIn(server, person)).status === 200, "a user who stayed cannot sign in");
  expect(!server.mails.some((to) => to.startsWith(stage.canary)), "an erased user is mailed again");
  await server.stop();
  await database.rewrite();
  const [kept] = await find(stage, [stage.keeper]);
  expect(kept !== undefined, "the scan finds nothing");
  const found = await find(stage, [stage.canary, ...people.map(({ id }) => id)]);
  expect(found.length === 0, `the files still hold ${found.length} names or ids`);
  await stage.close();
  return `${database.name}: ${ERASED} erased with ${killedErasing} kills, restored, refused, erased again with ${killedReplaying} kills; no trace in the files. ${seconds(started)}`;
}

async function signUpAll(
  server: ServerProcess,
  name: string,
  count: number,
): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let number = 1; number <= count; number++)
    people.push(await signUp(server, `${name}-${number}`));
  return people;
}

const seconds = (since: number): string => `${Math.round((Date.now() - since) / 1_000)} s`;

const FILL = {
  sqlite: `insert into auth_user (id, email, email_verified, name, created_at, updated_at, has_signed_in)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LARGE.users})
    select printf('0190a000-0000-7000-8000-%012d', i), 'person' || i || '@example.com', 1, '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 1 from n`,
  postgres: `insert into auth_user (id, email, email_verified, name, created_at, updated_at, has_signed_in)
    select '0190a000-0000-7000-8000-' || lpad(i::text, 12, '0'), 'person' || i || '@example.com', true, '', now(), now(), true from generate_series(1, ${LARGE.users}) i`,
};

/**
 * How long the comparison takes at the first start after a restore, and at every other, with many
 * users and entries.
 */
async function measure(database: Restorable): Promise<string> {
  const stage = new Stage(database);
  await stage.run(["migrate"]);
  await database.query(FILL[database.name]);
  const { out } = await stage.run(["keys", "--json"]);
  const [{ keyId }] = JSON.parse(out) as [{ readonly keyId: string }];
  const lines = Array.from(
    { length: LARGE.entries },
    () => `${keyId}.${randomBytes(32).toString("base64url")}\n`,
  );
  writeFileSync(stage.ledger, lines.join(""));
  const [first, second] = [await timeCheck(stage), await timeCheck(stage)];
  await stage.close();
  return `${database.name}: ${LARGE.entries} entries and ${LARGE.users} users compared in ${first} ms when all are unknown, ${second} ms when they are known`;
}

async function timeCheck(stage: Stage): Promise<number> {
  const server = await stage.start();
  await server.stop();
  return Number(server.log.find(({ event }) => event === "erasures_checked")?.["durationMs"]);
}

async function main(): Promise<number> {
  const account = postgresAccount();
  const only = flags[flags.indexOf("--engine") + 1];
  const engines = [async () => openSqlite(), () => openPostgres(account)];
  for (const [index, open] of engines.entries()) {
    if (flags.includes("--engine") && only !== ["sqlite", "postgres"][index]) continue;
    console.log(await proveOn(await open()));
    console.log(await measure(await open()));
  }
  return 0;
}

process.exitCode = await main().catch((failure: unknown) => {
  console.error(failure instanceof Broken ? failure.message : failure);
  return 1;
});
