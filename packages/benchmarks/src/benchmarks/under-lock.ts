import { join } from "node:path";
import type { Benchmark } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import type { Sample } from "../figures/sample.js";
import { median } from "../figures/statistics.js";
import { decimals, renderTable, spread, whole } from "../figures/table.js";
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

function print(results: Results<LockedSample>): void {
  const header = [
    "",
    "checks/s (least–most)",
    "p50 ms",
    "p99 ms",
    "worst ms",
    "loop stall ms (least–most)",
    "codes/s",
    "p50 ms",
    "p99 ms",
    "503",
  ];
  const rows = [...results].map(([name, samples]) => {
    const middle = (figure: (sample: LockedSample) => number): number =>
      median(samples.map(figure));
    const rates = samples.map(({ checks }) => checks.perSecond);
    const stalls = samples.map(({ stall }) => stall);
    return [
      name,
      spread(rates, median(rates), whole),
      decimals(middle(({ checks }) => checks.p50)),
      decimals(middle(({ checks }) => checks.p99)),
      decimals(
        middle(({ checks }) => checks.worst),
        1,
      ),
      spread(stalls, median(stalls), whole),
      whole(middle(({ codes }) => codes.perSecond)),
      decimals(
        middle(({ codes }) => codes.p50),
        1,
      ),
      decimals(
        middle(({ codes }) => codes.p99),
        1,
      ),
      whole(middle(({ codes }) => codes.refused)),
    ];
  });
  console.log(
    renderTable(
      `under-lock: ${CHECKING} clients checking sessions, ${WRITING} asking for codes; lock held 200 ms of every 250 elsewhere`,
      header,
      rows,
    ),
  );
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
      print(await interleave(entrants, rounds));
      await Promise.all(contenders.map(({ running }) => running.stop()));
    }),
};
