import { Secret, type Auth, type Caller, type Client } from "@acme/auth-core";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { Pool } from "pg";
import { joinOutcomes, type Benchmark, type Outcome, type Scale } from "../benchmark.js";
import { openLibrary, personOf } from "../capacity/library.js";
import { SESSIONS_PER_USER, tokenOf, USERS_PER_ORGANIZATION } from "../databases/people.js";
import { PASSWORD, writePostgresPasswords } from "../databases/passwords.js";
import { postgresProcessor } from "../databases/postgres-processor.js";
import { writePostgresPeople } from "../databases/postgres-people.js";
import { withPostgres } from "../databases/scratch.js";
import { counted, figureOf } from "../figures/figure.js";
import type { Goal } from "../figures/goal.js";
import { ratios } from "../figures/statistics.js";
import { interleave, type Results } from "../load/interleave.js";
import { startProcess, type Running } from "../processes/start-process.js";

const WORKERS = [1, 2, 4];
const MOST_ROUNDS = 5;
const PEOPLE = 12_000;

/** Something that a worker does: how a unit of it is asked for by a user, and how many a round has. */
interface Work {
  readonly name: string;
  readonly units: Readonly<Record<Scale["name"], number>>;
  /** Whether each unit is as many mails and jobs as any other. A deletion is not: it goes on for as long as there are rows to erase. */
  readonly even: boolean;
  readonly ask: (auth: Auth, asker: Asker) => Promise<unknown>;
}

/** A user and where they ask from: a network of their own, because what one network may cause in an hour is less than what a run asks for. */
interface Asker {
  readonly caller: Caller;
  readonly client: Client;
}

const password = new Secret(PASSWORD);

const WORKS: readonly Work[] = [
  {
    name: "mails",
    units: { full: 400, quick: 100 },
    even: true,
    ask: (auth, { caller, client }) => auth.emailOtp.send(caller.user.email, "sign-in", client),
  },
  {
    name: "exports",
    units: { full: 100, quick: 30 },
    even: true,
    ask: (auth, { caller, client }) => auth.dataExport.request(caller, client),
  },
  {
    name: "deletions",
    units: { full: 60, quick: 20 },
    even: false,
    ask: (auth, { caller, client }) =>
      auth.accountDeletion.request(caller, { password, reason: "" }, client),
  },
];

interface Round {
  readonly perSecond: number;
  readonly databaseCpu: number;
  /** Mails, jobs and rows for each unit. One that is handled twice counts twice. */
  readonly handled: number;
}

interface Place {
  readonly auth: Auth;
  readonly workers: readonly Running[];
  readonly processor: () => Promise<number>;
  readonly nextAsker: () => Promise<Asker>;
}

/** Users who were never asked for before. The first of each organization stays, because someone has to own it. */
function askersOf(auth: Auth): () => Promise<Asker> {
  let next = 0;
  return async () => {
    if (next % USERS_PER_ORGANIZATION === 0) next++;
    const sessionToken = new Secret(tokenOf(next++ * SESSIONS_PER_USER));
    const caller = await auth.sessions.identify({ sessionToken, organization: null });
    if (!caller) throw new Error("there are no more users");
    return { caller, client: { ...personOf(1).client, network: `network ${next}` } };
  };
}

interface Shift {
  readonly work: Work;
  readonly crew: readonly Running[];
  readonly units: number;
}

async function workOff(place: Place, { work, crew, units }: Shift): Promise<Round> {
  for (let unit = 0; unit < units; unit++) await work.ask(place.auth, await place.nextAsker());
  const cpu = await place.processor();
  const start = performance.now();
  const handled = await Promise.all(crew.map((worker) => worker.ask("work")));
  const seconds = (performance.now() - start) / 1_000;
  return {
    perSecond: units / seconds,
    databaseCpu: ((await place.processor()) - cpu) / units,
    handled: handled.reduce<number>((sum, count) => sum + Number(count), 0) / units,
  };
}

function outcomeOf(work: Work, results: Results<Round>): Outcome {
  const rates = (name: string) => results.get(name)!.map(({ perSecond }) => perSecond);
  const rows = [...results].map(([name, rounds]) => ({
    name,
    figures: {
      [`${work.name}/s`]: figureOf(rates(name)),
      "× one worker": figureOf(ratios(rates(name), rates(crewOf(1)))),
      "database CPU µs": figureOf(rounds.map(({ databaseCpu }) => databaseCpu)),
      "handled for each": figureOf(rounds.map(({ handled }) => handled)),
    },
  }));
  const title = `worker, Postgres: ${work.name}`;
  return {
    tables: [{ id: `worker/${work.name}`, title, rows }],
    goals: work.even ? [nothingTwice(work, results)] : [],
  };
}

function nothingTwice({ name }: Work, results: Results<Round>): Goal {
  const most = WORKERS.at(-1)!;
  const handled = (workers: number) => results.get(crewOf(workers))!.map((round) => round.handled);
  return {
    id: `worker/${name}/twice`,
    what: `${name} by ${crewOf(most)}: mails and jobs handled for each × by one worker, so that none is handled twice`,
    bound: { atMost: 1 },
    unit: "×",
    measured: figureOf(ratios(handled(most), handled(1))),
  };
}

const crewOf = (workers: number): string => counted(workers, "worker");

async function measure(place: Place, work: Work, scale: Scale): Promise<Outcome> {
  const units = work.units[scale.name];
  await workOff(place, { work, units, crew: place.workers });
  const entrants = WORKERS.map((count) => ({
    name: crewOf(count),
    round: () => workOff(place, { work, units, crew: place.workers.slice(0, count) }),
  }));
  return outcomeOf(work, await interleave(entrants, Math.min(scale.rounds, MOST_ROUNDS)));
}

/** What more workers add on Postgres, and that they do nothing twice. */
export const worker: Benchmark = {
  name: "worker",
  run: (scale) =>
    withPostgres(async (cluster) => {
      const database = await cluster.createDatabase();
      await writePostgresPeople(database, PEOPLE * SESSIONS_PER_USER);
      await writePostgresPasswords(database);
      const store = createPostgresStore(new Pool({ connectionString: database }), {
        guarded: false,
      });
      const { auth } = openLibrary(store);
      const workers = await Promise.all(
        Array.from({ length: WORKERS.at(-1)! }, () => startProcess("acme-worker", { database })),
      );
      // Unmeasured: each worker sweeps once.
      await Promise.all(workers.map((each) => each.ask("work")));
      const processor = await postgresProcessor(database);
      const place = { auth, workers, processor, nextAsker: askersOf(auth) };
      const outcomes: Outcome[] = [];
      for (const work of WORKS) outcomes.push(await measure(place, work, scale));
      await Promise.all(workers.map((each) => each.stop()));
      await auth.close();
      await store.close();
      return joinOutcomes(outcomes);
    }),
};
