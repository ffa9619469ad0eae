import { join } from "node:path";
import { joinOutcomes, type Benchmark, type Outcome } from "../benchmark.js";
import { cookiesOf, SESSIONS_PER_USER } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePasswords } from "../databases/passwords.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { figureOf } from "../figures/figure.js";
import type { Sample } from "../figures/sample.js";
import { median, ratios } from "../figures/statistics.js";
import { drive } from "../load/drive.js";
import { interleave, type Results } from "../load/interleave.js";
import { checksAt, ME } from "../load/session-checks.js";
import { crowdOfSignIns, signInsOf, type Crowd } from "../load/sign-ins.js";
import { warmUp } from "../load/warm-up.js";
import { startProcess, type Running } from "../processes/start-process.js";

const CONNECTIONS = 4;
const SIGNING_IN = 32;
const CROWD = 200;
const MOST_CROWDS = 5;
const PEOPLE = 400;
const SESSIONS = PEOPLE * SESSIONS_PER_USER;

interface FloodedSample extends Sample {
  readonly hashesPerSecond: number;
  readonly stall: number;
}

const IDLE = "nobody signs in";
const SIGN_INS = `${SIGNING_IN} sign in with a password`;

function flooded(results: Results<FloodedSample>): Outcome {
  const p99 = (name: string) => results.get(name)!.map((sample) => sample.p99);
  const rows = [...results].map(([name, samples]) => ({
    name,
    figures: {
      "checks/s": figureOf(samples.map(({ perSecond }) => perSecond)),
      "p50 ms": figureOf(samples.map(({ p50 }) => p50)),
      "p99 ms": figureOf(p99(name)),
      "worst ms": figureOf(samples.map(({ worst }) => worst)),
      "loop stall ms": figureOf(samples.map(({ stall }) => stall)),
      "hashes/s": figureOf(samples.map(({ hashesPerSecond }) => hashesPerSecond)),
      "p99 × idle": figureOf(ratios(p99(name), p99(IDLE))),
    },
  }));
  const title = `under-argon2: session checks meanwhile, acme-express, sqlite, ${CONNECTIONS} connections`;
  return {
    tables: [{ id: "under-argon2/checks", title, rows }],
    goals: [
      {
        id: "under-argon2/checks",
        what: `session checks beside ${SIGNING_IN} password sign-ins: p99 × p99 when idle`,
        bound: { atMost: 3 },
        unit: "×",
        measured: figureOf(ratios(p99(SIGN_INS), p99(IDLE))),
      },
    ],
  };
}

/** Each crowd counts once, with the slowest of its refusals. */
function crowded(crowds: readonly Crowd[]): Outcome {
  if (crowds.some(({ refusedAfter }) => refusedAfter.length === 0))
    throw new Error(`${CROWD} at once do not fill the queue of the password hasher`);
  const slowest = figureOf(crowds.map(({ refusedAfter }) => refusedAfter.at(-1)!));
  const figures = {
    "signed in": figureOf(crowds.map(({ signedIn }) => signedIn)),
    "answered 503": figureOf(crowds.map(({ refusedAfter }) => refusedAfter.length)),
    "p50 of 503, ms": figureOf(crowds.map(({ refusedAfter }) => median(refusedAfter))),
    "slowest 503, ms": slowest,
  };
  const title = `under-argon2: ${CROWD} password sign-ins at the same moment, acme-express, sqlite`;
  return {
    tables: [{ id: "under-argon2/crowd", title, rows: [{ name: "acme-express", figures }] }],
    goals: [
      {
        id: "under-argon2/crowd",
        what: `${CROWD} password sign-ins at once: the slowest answer 503 to those beyond the queue`,
        bound: { atMost: 50 },
        unit: "ms",
        measured: slowest,
      },
    ],
  };
}

/** Session checks while something else happens to the process; `beside` begins it, and what comes back ends it and says how many hashes were done. */
async function checkBeside(
  running: Running,
  milliseconds: number,
  beside: () => Promise<() => Promise<number>>,
): Promise<FloodedSample> {
  const end = await beside();
  await running.ask("watchLoop");
  const turn = checksAt(ME, cookiesOf(SESSIONS));
  const sample = await drive({ port: running.port, connections: CONNECTIONS, milliseconds, turn });
  const stall = (await running.ask("longestStall")) as number;
  const hashes = await end();
  return { ...sample, stall, hashesPerSecond: (hashes * 1_000) / milliseconds };
}

/** What passwords being hashed do to everybody else, and what becomes of those who are too many. */
export const underArgon2: Benchmark = {
  name: "under-argon2",
  run: ({ rounds, roundMs, warmUpMs }) =>
    withFolder(async (folder) => {
      const database = join(folder, "acme.db");
      await writeSqlitePeople(database, SESSIONS);
      await writeSqlitePasswords(database);
      const running = await startProcess("acme-with-argon2", { database });
      const { port } = running;
      const signIns = { port, connections: SIGNING_IN, turn: signInsOf(PEOPLE) };
      await warmUp(running, { milliseconds: warmUpMs, turn: checksAt(ME, cookiesOf(SESSIONS)) });
      await drive({ ...signIns, milliseconds: warmUpMs });

      const floods = {
        [IDLE]: async () => async () => 0,
        [SIGN_INS]: async () => {
          const flood = drive({ ...signIns, milliseconds: roundMs });
          return async () => (await flood).count;
        },
      };
      const checks = await interleave(
        Object.entries(floods).map(([name, flood]) => ({
          name,
          round: () => checkBeside(running, roundMs, flood),
        })),
        rounds,
      );
      const count = Math.min(rounds, MOST_CROWDS);
      const crowds: Crowd[] = [];
      // The first half is not counted: a sign-in runs so seldom that it is compiled only meanwhile.
      while (crowds.length < 2 * count) crowds.push(await crowdOfSignIns(port, CROWD));
      await running.stop();
      return joinOutcomes([flooded(checks), crowded(crowds.slice(count))]);
    }),
};
