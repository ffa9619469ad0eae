import { join } from "node:path";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { Pool } from "pg";
import { joinOutcomes, type Benchmark, type Outcome, type Scale } from "../benchmark.js";
import { openLibrary, personOf } from "../capacity/library.js";
import { cookiesOf } from "../databases/people.js";
import { writePostgresPeople } from "../databases/postgres-people.js";
import { postgresProcessor } from "../databases/postgres-processor.js";
import { withFolder, withPostgres } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { figureOf } from "../figures/figure.js";
import { ratios } from "../figures/statistics.js";
import type { FigureTable } from "../figures/table.js";
import { driveAndCost, interleave, type Results } from "../load/interleave.js";
import { checksAt, ME } from "../load/session-checks.js";
import { warmUp } from "../load/warm-up.js";
import { startProcess, type Running } from "../processes/start-process.js";

const PROCESSES = [1, 2];
const SESSIONS = 1_000;
const CONNECTIONS = 32;
const MAILS = { full: 1_000, quick: 300 };

interface Database {
  readonly kind: "SQLite" | "Postgres";
  /** A file or a URL. */
  readonly at: string;
  /** Processor time of the database's own processes so far, in microseconds. A SQLite file has none. */
  readonly processor: () => Promise<number>;
}

/** What one round came to. Processor times in microseconds for each unit of work. */
interface Round {
  readonly perSecond: number;
  readonly cpu: number;
  readonly databaseCpu: number;
}

const nameOf = (processes: number): string =>
  processes === 1 ? "1 process" : `${processes} processes`;

function tableOf(
  { kind }: Database,
  work: { readonly id: string; readonly title: string; readonly unit: string },
  results: Results<Round>,
): FigureTable {
  const alone = results.get(nameOf(1))!;
  const rates = (rounds: readonly Round[]) => rounds.map(({ perSecond }) => perSecond);
  return {
    id: `scaling/${kind.toLowerCase()}/${work.id}`,
    title: `scaling, ${kind}: ${work.title}`,
    rows: [...results].map(([name, rounds]) => ({
      name,
      figures: {
        [`${work.unit}/s`]: figureOf(rates(rounds)),
        "× 1 process": figureOf(ratios(rates(rounds), rates(alone))),
        "CPU µs": figureOf(rounds.map(({ cpu }) => cpu)),
        "database CPU µs": figureOf(rounds.map(({ databaseCpu }) => databaseCpu)),
      },
    })),
  };
}

/** Session checks by one and by several processes that share a port. */
async function scaleChecks(database: Database, scale: Scale): Promise<FigureTable> {
  const turn = checksAt(ME, cookiesOf(SESSIONS));
  const entrants = await Promise.all(
    PROCESSES.map(async (processes) => {
      const running = await startProcess("acme-cluster", { database: database.at, processes });
      await warmUp(running, { milliseconds: scale.warmUpMs * processes, turn });
      return { name: nameOf(processes), running };
    }),
  );
  const results = await interleave(
    entrants.map(({ name, running }) => ({
      name,
      async round(): Promise<Round> {
        const before = await database.processor();
        const sample = await driveAndCost(running, {
          connections: CONNECTIONS,
          milliseconds: scale.roundMs,
          turn,
        });
        const databaseCpu = ((await database.processor()) - before) / sample.count;
        return { perSecond: sample.perSecond, cpu: sample.cpu, databaseCpu };
      },
    })),
    scale.rounds,
  );
  await Promise.all(entrants.map(({ running }) => running.stop()));
  const work = { id: "checks", title: "session checks, 32 connections", unit: "checks" };
  return tableOf(database, work, results);
}

let recipients = 0;

/** Puts that many mails into the outbox, each to a new email address, so that no budget runs out. */
async function queueMails({ kind, at }: Database, mails: number): Promise<void> {
  const store =
    kind === "SQLite"
      ? createSqliteStore(at, { guarded: false })
      : createPostgresStore(new Pool({ connectionString: at }), { guarded: false });
  const { auth } = openLibrary(store);
  for (let index = 0; index < mails; index++) {
    const { email, client } = personOf(recipients++);
    await auth.emailOtp.send(email, "sign-in", client);
  }
  await auth.close();
  await store.close();
}

const cpuOf = async (workers: readonly Running[]): Promise<number> =>
  (await Promise.all(workers.map((worker) => worker.ask("cpu")))).reduce<number>(
    (sum, cpu) => sum + Number(cpu),
    0,
  );

/** Has the workers empty the queue together. Rejects unless every mail was handled once. */
async function emptyQueue(
  database: Database,
  workers: readonly Running[],
  mails: number,
): Promise<Round> {
  await queueMails(database, mails);
  const [cpu, databaseCpu] = [await cpuOf(workers), await database.processor()];
  const start = performance.now();
  const handled = await Promise.all(workers.map((worker) => worker.ask("work")));
  const milliseconds = performance.now() - start;
  const total = handled.reduce<number>((sum, count) => sum + Number(count), 0);
  if (total !== mails) throw new Error(`of ${mails} mails, ${total} were handled`);
  return {
    perSecond: (mails * 1_000) / milliseconds,
    cpu: ((await cpuOf(workers)) - cpu) / mails,
    databaseCpu: ((await database.processor()) - databaseCpu) / mails,
  };
}

/** Mails delivered by one and by several workers, without the time that a mail server takes. */
async function scaleWorker(database: Database, scale: Scale): Promise<FigureTable> {
  const workers = await Promise.all(
    PROCESSES.map(() => startProcess("acme-worker", { database: database.at })),
  );
  // Unmeasured: each worker sweeps once, and warms up.
  await Promise.all(workers.map((worker) => worker.ask("work")));
  await emptyQueue(database, workers, MAILS[scale.name]);
  const results = await interleave(
    PROCESSES.map((processes) => ({
      name: nameOf(processes),
      round: () => emptyQueue(database, workers.slice(0, processes), MAILS[scale.name]),
    })),
    Math.min(scale.rounds, 5),
  );
  await Promise.all(workers.map((worker) => worker.stop()));
  return tableOf(database, { id: "worker", title: "mails delivered", unit: "mails" }, results);
}

const scaleOn = async (database: Database, scale: Scale): Promise<Outcome> => ({
  tables: [await scaleChecks(database, scale), await scaleWorker(database, scale)],
  goals: [],
});

/** What a second process adds: to session checks, and to the worker. */
export const scaling: Benchmark = {
  name: "scaling",
  async run(scale) {
    const onSqlite = await withFolder(async (folder) => {
      const at = join(folder, "scaling.db");
      await writeSqlitePeople(at, SESSIONS);
      return scaleOn({ kind: "SQLite", at, processor: async () => 0 }, scale);
    });
    const onPostgres = await withPostgres(async (cluster) => {
      const at = await cluster.createDatabase();
      await writePostgresPeople(at, SESSIONS);
      return scaleOn({ kind: "Postgres", at, processor: await postgresProcessor(at) }, scale);
    });
    return joinOutcomes([onSqlite, onPostgres]);
  },
};
