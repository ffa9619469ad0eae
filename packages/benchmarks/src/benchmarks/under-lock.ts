import { join } from "node:path";
import type { Benchmark, Outcome } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import type { Sample } from "../figures/sample.js";
import { figureOf } from "../figures/figure.js";
import { requestCode } from "../load/code-cycles.js";
import { drive } from "../load/drive.js";
import { interleave, type Results } from "../load/interleave.js";
import { checksAt, ME } from "../load/session-checks.js";
import { startProcess, type Running } from "../processes/start-process.js";

const SESSIONS = 1_000;
const CHECKING = 4;
const WRITING = 2;
/** Each round sees the lock held and released several times. */
const ROUND_MS = 3_000;
const MOST_ROUNDS = 3;

interface LockedSample {
  readonly checks: Sample;
  readonly codes: Sample;
  readonly stall: number;
}

/** Checks and code requests at the same time, and how long the server's event loop stood still meanwhile. */
async function loadBoth(running: Running): Promise<LockedSample> {
  await running.ask("watchLoop");
  const load = { port: running.port, milliseconds: ROUND_MS };
  const [checks, codes] = await Promise.all([
    drive({ ...load, connections: CHECKING, turn: checksAt(ME, cookiesOf(SESSIONS)) }),
    drive({ ...load, connections: WRITING, turn: requestCode }),
  ]);
  return { checks, codes, stall: (await running.ask("longestStall")) as number };
}

async function loadUnderLock(running: Running, database: string): Promise<LockedSample> {
  const holder = await startProcess("lock-holder", { database });
  const sample = await loadBoth(running);
  await holder.stop();
  return sample;
}

function outcomeOf(results: Results<LockedSample>): Outcome {
  const rows = [...results].map(([name, samples]) => {
    const of = (figure: (sample: LockedSample) => number) => figureOf(samples.map(figure));
    return {
      name,
      figures: {
        "checks/s": of(({ checks }) => checks.perSecond),
        "p50 ms": of(({ checks }) => checks.p50),
        "p99 ms": of(({ checks }) => checks.p99),
        "worst ms": of(({ checks }) => checks.worst),
        "loop stall ms": of(({ stall }) => stall),
        "codes/s": of(({ codes }) => codes.perSecond),
        "p50 ms of codes": of(({ codes }) => codes.p50),
        "p99 ms of codes": of(({ codes }) => codes.p99),
        "503": of(({ codes }) => codes.refused),
      },
    };
  });
  const title = `under-lock: ${CHECKING} clients checking sessions, ${WRITING} asking for codes; lock held 200 ms of every 250 elsewhere`;
  return { tables: [{ id: "under-lock", title, rows }], goals: [] };
}

/** What another process that holds the write lock of the SQLite file does to everybody. The hand-written service waits as the driver does. */
export const underLock: Benchmark = {
  name: "under-lock",
  run: ({ rounds, warmUpMs }) =>
    withFolder(async (folder) => {
      const contenders = await Promise.all(
        ["acme-express", "hand-written-codes"].map(async (name) => {
          const database = join(folder, `${name}.db`);
          await writeSqlitePeople(database, SESSIONS);
          return { name, database, running: await startProcess(name, { database }) };
        }),
      );
      for (const { running } of contenders) {
        await drive({
          port: running.port,
          connections: CHECKING,
          milliseconds: warmUpMs,
          turn: checksAt(ME, cookiesOf(SESSIONS)),
        });
      }
      const entrants = contenders.flatMap(({ name, database, running }) => [
        { name: `${name}, lock free`, round: () => loadBoth(running) },
        { name: `${name}, lock held`, round: () => loadUnderLock(running, database) },
      ]);
      const results = await interleave(entrants, Math.min(rounds, MOST_ROUNDS));
      await Promise.all(contenders.map(({ running }) => running.stop()));
      return outcomeOf(results);
    }),
};
