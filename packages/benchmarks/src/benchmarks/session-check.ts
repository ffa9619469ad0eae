import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import type { Benchmark, Scale } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { writePostgresPeople } from "../databases/postgres-people.js";
import { withFolder, withPostgres } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { renderGoals, type Goal } from "../figures/goal.js";
import { rateRatio, renderLoad } from "../figures/load-table.js";
import { drive } from "../load/drive.js";
import { driveAndCost, interleave, type CostedSample, type Results } from "../load/interleave.js";
import { answerTo, checksAt, ME } from "../load/session-checks.js";
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

const goalsOf = (kind: Databases["kind"], results: Results<CostedSample>): readonly Goal[] => [
  ...["acme-express", "acme-guard"].map((name) => ({
    what: `${name} × hand-written Express`,
    ratio: rateRatio(results, name, `hand-written-express-${kind}`),
    bound: { atLeast: 1 },
  })),
  {
    what: "acme-node-http × hand-written node:http",
    ratio: rateRatio(results, "acme-node-http", `hand-written-node-http-${kind}`),
    bound: { atLeast: 0.8 },
  },
  {
    what: "acme-express × better-auth",
    ratio: rateRatio(results, "acme-express", BETTER_AUTH),
    bound: { atLeast: kind === "sqlite" ? 7 : 6 },
  },
];

async function startContenders({
  kind,
  ours,
  betterAuth,
}: Databases): Promise<readonly Contender[]> {
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
    cookies: await writeBetterAuthPeople(betterAuth, SESSIONS),
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

async function race(databases: Databases, { rounds, roundMs, warmUpMs }: Scale): Promise<void> {
  const { kind } = databases;
  const contenders = await startContenders(databases);
  await expectSameAnswers(contenders);
  for (const { running, path, cookies } of contenders) {
    await drive({
      port: running.port,
      connections: 16,
      milliseconds: warmUpMs,
      turn: checksAt(path, cookies),
    });
  }
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
    const results = await interleave(entrants, rounds);
    const references = {
      "× Express": `hand-written-express-${kind}`,
      "× node:http": `hand-written-node-http-${kind}`,
      "× better-auth": BETTER_AUTH,
    };
    console.log(
      renderLoad(`session-check, ${kind}, ${connections} connection(s)`, results, {
        unit: "checks",
        references,
      }),
    );
    console.log(renderGoals(goalsOf(kind, results)));
  }
  await Promise.all(contenders.map(({ running }) => running.stop()));
}

/** What it costs to know who is asking. */
export const sessionCheck: Benchmark = {
  name: "session-check",
  async run(scale) {
    await withFolder(async (folder) => {
      const ours = join(folder, "acme.db");
      await writeSqlitePeople(ours, SESSIONS);
      await race({ kind: "sqlite", ours, betterAuth: join(folder, "better-auth.db") }, scale);
    });
    await withPostgres(async (cluster) => {
      const ours = await cluster.createDatabase();
      await writePostgresPeople(ours, SESSIONS);
      await race({ kind: "postgres", ours, betterAuth: await cluster.createDatabase() }, scale);
    });
  },
};
