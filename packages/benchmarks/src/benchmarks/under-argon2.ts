import { join } from "node:path";
import type { Benchmark } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { renderGoals } from "../figures/goal.js";
import { median, pairedRatio } from "../figures/statistics.js";
import { decimals, renderTable, spread, whole } from "../figures/table.js";
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

function print(results: Results<FloodedSample>): void {
  const header = [
    "argon2id in the same process",
    "checks/s (least–most)",
    "p50 ms",
    "p99 ms (least–most)",
    "worst ms",
    "loop stall ms",
    "hashes/s",
    "p99 × idle",
  ];
  const p99 = (name: string) => results.get(name)!.map((sample) => sample.p99);
  const rows = [...results].map(([name, samples]) => {
    const rates = samples.map(({ perSecond }) => perSecond);
    return [
      name,
      spread(rates, median(rates), whole),
      decimals(median(samples.map(({ p50 }) => p50))),
      spread(p99(name), median(p99(name)), decimals),
      decimals(median(samples.map(({ worst }) => worst)), 1),
      decimals(median(samples.map(({ stall }) => stall)), 1),
      whole(median(samples.map(({ hashesPerSecond }) => hashesPerSecond))),
      decimals(pairedRatio(p99(name), p99(IDLE))),
    ];
  });
  console.log(
    renderTable(
      `under-argon2: session checks, acme-express, sqlite, ${CONNECTIONS} connections`,
      header,
      rows,
    ),
  );
  console.log(
    renderGoals([
      {
        what: "p99 of the checks beside hashing × idle",
        ratio: pairedRatio(p99(BOUNDED), p99(IDLE)),
        bound: { atMost: 3 },
      },
    ]),
  );
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

      print(
        await interleave(
          Object.entries(FLOODS).map(([name, flood]) => ({ name, round: () => checkUnder(flood) })),
          rounds,
        ),
      );
      await running.stop();
    }),
};
