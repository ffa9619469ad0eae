import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { POLICY } from "@acme/auth-core";
import type { Benchmark, Outcome } from "../benchmark.js";
import { SESSIONS_PER_USER } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePasswords } from "../databases/passwords.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { figureOf } from "../figures/figure.js";
import { ratios } from "../figures/statistics.js";
import { drive } from "../load/drive.js";
import { interleave, type Results } from "../load/interleave.js";
import { signInsOf } from "../load/sign-ins.js";
import { warmUp } from "../load/warm-up.js";
import { startProcess, type Running } from "../processes/start-process.js";

const PEOPLE = 400;
const CLIENTS = 8;
/** A hash takes so long that a short round has a handful. */
const ROUND_MS = 2_000;
const MOST_ROUNDS = 5;
const WARM_UPS = 8;
/** As many as the library lets run at once. */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, POLICY.hashesInFlight.value));

const OURS = "acme-express";
const BARE = "argon2id, bare";

interface Hashed {
  readonly perSecond: number;
  /** Processor time for each, in milliseconds. */
  readonly cpu: number;
}

/** Does something in a process for a round; `work` resolves to how many hashes that were. */
async function costOf(running: Running, work: () => Promise<number>): Promise<Hashed> {
  const cpu = (await running.ask("cpu")) as number;
  const began = performance.now();
  const count = await work();
  const seconds = (performance.now() - began) / 1_000;
  const spent = (((await running.ask("cpu")) as number) - cpu) / 1_000;
  return { perSecond: count / seconds, cpu: spent / count };
}

async function hashBare(running: Running): Promise<number> {
  await running.ask("flood", AT_ONCE);
  await sleep(ROUND_MS);
  return (await running.ask("calm")) as number;
}

async function signIn(running: Running, turn: ReturnType<typeof signInsOf>): Promise<number> {
  const load = { port: running.port, connections: CLIENTS, milliseconds: ROUND_MS, turn };
  return (await drive(load)).count;
}

function outcomeOf(results: Results<Hashed>): Outcome {
  const of = (name: string, figure: keyof Hashed) =>
    results.get(name)!.map((hashed) => hashed[figure]);
  const rows = [...results.keys()].map((name) => ({
    name,
    figures: {
      "per second": figureOf(of(name, "perSecond")),
      "CPU ms": figureOf(of(name, "cpu")),
    },
  }));
  const title = `sign-in: with a password, ${CLIENTS} clients, sqlite; argon2id with the same parameters, ${AT_ONCE} at once`;
  return {
    tables: [{ id: "sign-in", title, rows }],
    goals: [
      {
        id: "sign-in",
        what: "sign-in with a password over HTTP × the bare hash, as many at once",
        bound: { atLeast: 0.9 },
        unit: "×",
        measured: figureOf(ratios(of(BARE, "cpu"), of(OURS, "cpu"))),
        byRate: figureOf(ratios(of(OURS, "perSecond"), of(BARE, "perSecond"))),
      },
    ],
  };
}

/** What a sign-in with a password costs beyond its hash. */
export const passwordSignIn: Benchmark = {
  name: "sign-in",
  run: ({ rounds, warmUpMs }) =>
    withFolder(async (folder) => {
      const database = join(folder, "acme.db");
      await writeSqlitePeople(database, PEOPLE * SESSIONS_PER_USER);
      await writeSqlitePasswords(database);
      const ours = await startProcess("acme-with-argon2", { database });
      const bare = await startProcess("acme-with-argon2", { database });
      const turn = signInsOf(PEOPLE);
      // Nearly all of a sign-in is hashing, so that the rest runs often enough to be compiled only after a while.
      await warmUp(ours, { milliseconds: warmUpMs * WARM_UPS, turn });
      const results = await interleave(
        [
          { name: OURS, round: () => costOf(ours, () => signIn(ours, turn)) },
          { name: BARE, round: () => costOf(bare, () => hashBare(bare)) },
        ],
        Math.min(rounds, MOST_ROUNDS),
      );
      await Promise.all([ours, bare].map((running) => running.stop()));
      return outcomeOf(results);
    }),
};
