import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { joinOutcomes, type Benchmark, type Outcome, type Scale } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { writePostgresPeople } from "../databases/postgres-people.js";
import { withFolder, withPostgres } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { counted } from "../figures/figure.js";
import type { Goal } from "../figures/goal.js";
import { loadTable, timesAsMuch } from "../figures/load-table.js";
import {
  driveAndCost,
  inGenerations,
  interleave,
  type CostedSample,
  type Races,
  type Results,
} from "../load/interleave.js";
import { answerTo, checksAt, ME } from "../load/session-checks.js";
import { warmUp } from "../load/warm-up.js";
import { startProcess, type Running } from "../processes/start-process.js";
import { writeBetterAuthPeople } from "../stacks/better-auth.js";

const SESSIONS = 1_000;
const CONNECTIONS = [1, 16, 64];

interface Databases {
  readonly kind: "sqlite" | "postgres";
  readonly ours: string;
  readonly betterAuth: string;
}

interface Contender {
  readonly name: string;
  readonly running: Running;
  readonly path: string;
  readonly cookies: readonly string[];
}

const BETTER_AUTH = "better-auth-express";

/** Which contender is compared with which, and what came of it at least. */
const promises = (kind: Databases["kind"]) => [
  {
    key: "express",
    one: "acme-express",
    other: `hand-written-express-${kind}`,
    atLeast: 1,
    what: "mount in Express × hand-written Express",
  },
  {
    key: "guard",
    one: "acme-guard",
    other: `hand-written-express-${kind}`,
    atLeast: 0.95,
    what: "route behind requireSession × hand-written Express",
  },
  {
    key: "node-http",
    one: "acme-node-http",
    other: `hand-written-node-http-${kind}`,
    atLeast: 0.9,
    what: "mount on node:http × hand-written node:http",
  },
  {
    key: "better-auth",
    one: "acme-express",
    other: BETTER_AUTH,
    atLeast: kind === "sqlite" ? 7 : 6,
    what: "mount in Express × better-auth",
  },
];

const goalsOf = (
  kind: Databases["kind"],
  connections: string,
  results: Results<CostedSample>,
): readonly Goal[] =>
  promises(kind).map(({ key, one, other, atLeast, what }) => ({
    id: `session-check/${kind}/${connections}/${key}`,
    what: `session check, ${kind}, ${counted(Number(connections), "connection")}: ${what}`,
    bound: { atLeast },
    unit: "×",
    ...timesAsMuch(results, one, other),
  }));

async function startContenders(
  { kind, ours, betterAuth }: Databases,
  theirCookies: readonly string[],
): Promise<readonly Contender[]> {
  const cookies = cookiesOf(SESSIONS);
  const names = [
    "acme-express",
    "acme-node-http",
    "acme-guard",
    `hand-written-express-${kind}`,
    `hand-written-node-http-${kind}`,
  ];
  const same = names.map(async (name) => ({
    name,
    path: ME,
    cookies,
    running: await startProcess(name, { database: ours }),
  }));
  const theirs = {
    name: BETTER_AUTH,
    path: "/api/auth/get-session",
    cookies: theirCookies,
    running: await startProcess(BETTER_AUTH, { database: betterAuth }),
  };
  return [...(await Promise.all(same)), theirs];
}

/** A race between different answers would be none. */
async function expectSameAnswers(contenders: readonly Contender[]): Promise<void> {
  const answers = await Promise.all(
    contenders.map(({ running, path, cookies }) => answerTo(running.port, path, cookies[0]!)),
  );
  contenders.forEach(({ name }, index) => {
    if (name !== BETTER_AUTH && !isDeepStrictEqual(answers[index], answers[0]))
      throw new Error(`${name} answers something else: ${JSON.stringify(answers[index])}`);
  });
}

/** One race for each number of connections, with processes started for them. */
async function race(
  databases: Databases,
  theirCookies: readonly string[],
  { rounds, roundMs, warmUpMs }: Scale,
): Promise<Races<CostedSample>> {
  const contenders = await startContenders(databases, theirCookies);
  await expectSameAnswers(contenders);
  for (const { running, path, cookies } of contenders)
    await warmUp(running, { milliseconds: warmUpMs, turn: checksAt(path, cookies) });
  const races = new Map<string, Results<CostedSample>>();
  for (const connections of CONNECTIONS) {
    const entrants = contenders.map(({ name, running, path, cookies }) => ({
      name,
      round: () =>
        driveAndCost(running, {
          connections,
          milliseconds: roundMs,
          turn: checksAt(path, cookies),
        }),
    }));
    races.set(String(connections), await interleave(entrants, rounds));
  }
  await Promise.all(contenders.map(({ running }) => running.stop()));
  return races;
}

async function compare(databases: Databases, scale: Scale): Promise<Outcome> {
  const { kind, betterAuth } = databases;
  const cookies = await writeBetterAuthPeople(betterAuth, SESSIONS);
  const races = await inGenerations(scale, (rounds) =>
    race(databases, cookies, { ...scale, rounds }),
  );
  return {
    tables: [...races].map(([connections, results]) =>
      loadTable(
        {
          id: `session-check/${kind}/${connections}`,
          title: `session-check, ${kind}, ${counted(Number(connections), "connection")}`,
          unit: "checks",
          references: {
            "× Express": `hand-written-express-${kind}`,
            "× node:http": `hand-written-node-http-${kind}`,
            "× better-auth": BETTER_AUTH,
          },
        },
        results,
      ),
    ),
    goals: [...races].flatMap(([connections, results]) => goalsOf(kind, connections, results)),
  };
}

/** What it costs to know who is asking. */
export const sessionCheck: Benchmark = {
  name: "session-check",
  async run(scale) {
    const onSqlite = await withFolder(async (folder) => {
      const ours = join(folder, "acme.db");
      await writeSqlitePeople(ours, SESSIONS);
      return compare({ kind: "sqlite", ours, betterAuth: join(folder, "better-auth.db") }, scale);
    });
    const onPostgres = await withPostgres(async (cluster) => {
      const ours = await cluster.createDatabase();
      await writePostgresPeople(ours, SESSIONS);
      return compare({ kind: "postgres", ours, betterAuth: await cluster.createDatabase() }, scale);
    });
    return joinOutcomes([onSqlite, onPostgres]);
  },
};
