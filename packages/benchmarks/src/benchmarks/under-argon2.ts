import { join } from "node:path";
import type { Benchmark, Outcome } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { figureOf } from "../figures/figure.js";
import { ratios } from "../figures/statistics.js";
import { drive } from "../load/drive.js";
import { interleave, type Results } from "../load/interleave.js";
import { checksAt, ME } from "../load/session-checks.js";
import type { Sample } from "../figures/sample.js";
import { startProcess } from "../processes/start-process.js";
import { LIBRARY_BOUND, type Flood } from "../stacks/argon2-flood.js";

const SESSIONS = 1_000;
const CONNECTIONS = 4;
const IN_FLIGHT = 32;

interface FloodedSample extends Sample {
  readonly hashesPerSecond: number;
  readonly stall: number;
}

const IDLE = "no hashes";
const BOUNDED = `${IN_FLIGHT} asked for, ${LIBRARY_BOUND} at once`;
const UNBOUNDED = `${IN_FLIGHT} asked for, all at once`;

const FLOODS: Readonly<Record<string, Flood | null>> = {
  [IDLE]: null,
  [BOUNDED]: { inFlight: IN_FLIGHT, atOnce: LIBRARY_BOUND },
  [UNBOUNDED]: { inFlight: IN_FLIGHT, atOnce: IN_FLIGHT },
};

function outcomeOf(results: Results<FloodedSample>): Outcome {
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
  const title = `under-argon2: session checks beside argon2id in the same process, acme-express, sqlite, ${CONNECTIONS} connections`;
  return {
    tables: [{ id: "under-argon2/checks", title, rows }],
    goals: [
      {
        id: "under-argon2/checks",
        what: `session checks beside ${IN_FLIGHT} password hashes: p99 × p99 when idle`,
        bound: { atMost: 3 },
        unit: "×",
        measured: figureOf(ratios(p99(BOUNDED), p99(IDLE))),
      },
    ],
  };
}

/** What passwords being hashed do to everybody else. */
export const underArgon2: Benchmark = {
  name: "under-argon2",
  run: ({ rounds, roundMs, warmUpMs }) =>
    withFolder(async (folder) => {
      const database = join(folder, "acme.db");
      await writeSqlitePeople(database, SESSIONS);
      const running = await startProcess("acme-with-argon2", { database });
      const load = {
        port: running.port,
        connections: CONNECTIONS,
        turn: checksAt(ME, cookiesOf(SESSIONS)),
      };
      await drive({ ...load, milliseconds: warmUpMs });

      async function checkUnder(flood: Flood | null): Promise<FloodedSample> {
        if (flood) await running.ask("flood", flood);
        await running.ask("watchLoop");
        const sample = await drive({ ...load, milliseconds: roundMs });
        const stall = (await running.ask("longestStall")) as number;
        const hashes = flood ? ((await running.ask("calm")) as number) : 0;
        return { ...sample, stall, hashesPerSecond: (hashes * 1_000) / roundMs };
      }

      const results = await interleave(
        Object.entries(FLOODS).map(([name, flood]) => ({ name, round: () => checkUnder(flood) })),
        rounds,
      );
      await running.stop();
      return outcomeOf(results);
    }),
};
