import { join } from "node:path";
import { joinOutcomes, type Benchmark, type Outcome } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { counted } from "../figures/figure.js";
import { loadTable, timesAsMuch } from "../figures/load-table.js";
import { BETTER_AUTH_PATHS, codeCycles, OUR_PATHS } from "../load/code-cycles.js";
import { driveAndCost, interleave, type CostedSample, type Results } from "../load/interleave.js";
import { warmUp } from "../load/warm-up.js";
import { startProcess } from "../processes/start-process.js";
import { writeBetterAuthPeople } from "../stacks/better-auth.js";

const CLIENTS = [1, 16];
const OURS = "acme-express";
const SAME_ROWS = "hand-written-codes";
const BETTER_AUTH = "better-auth-express";

/** A file of its own for each: they write. */
async function startContenders(folder: string) {
  const fileOf = (name: string) => join(folder, `${name}.db`);
  for (const name of [OURS, SAME_ROWS]) await writeSqlitePeople(fileOf(name), 1_000);
  await writeBetterAuthPeople(fileOf(BETTER_AUTH), 200);
  return Promise.all(
    [OURS, SAME_ROWS, BETTER_AUTH].map(async (name) => {
      const running = await startProcess(name, { database: fileOf(name) });
      return {
        name,
        running,
        turn: codeCycles(running, name === BETTER_AUTH ? BETTER_AUTH_PATHS : OUR_PATHS),
      };
    }),
  );
}

/** A sign-in by code from beginning to end: send, mail, sign in, me. */
export const codeCycle: Benchmark = {
  name: "code-cycle",
  run: ({ rounds, roundMs, warmUpMs }) =>
    withFolder(async (folder) => {
      const contenders = await startContenders(folder);
      // A cycle runs so much code so seldom that compiling it takes thousands of cycles: cold, it costs more than twice as much.
      for (const { running, turn } of contenders)
        await warmUp(running, { milliseconds: warmUpMs * 3, turn });
      const races = new Map<number, Results<CostedSample>>();
      for (const connections of CLIENTS) {
        const entrants = contenders.map(({ name, running, turn }) => ({
          name,
          round: () => driveAndCost(running, { connections, milliseconds: roundMs, turn }),
        }));
        races.set(connections, await interleave(entrants, rounds));
      }
      await Promise.all(contenders.map(({ running }) => running.stop()));
      return joinOutcomes(
        [...races].map(([connections, results]) => outcomeOf(connections, results)),
      );
    }),
};

const outcomeOf = (clients: number, results: Results<CostedSample>): Outcome => ({
  tables: [
    loadTable(
      {
        id: `code-cycle/${clients}`,
        title: `code-cycle, sqlite, ${counted(clients, "client")}`,
        unit: "cycles",
        references: {
          "× same rows": SAME_ROWS,
          "× better-auth": BETTER_AUTH,
        },
      },
      results,
    ),
  ],
  goals: [
    {
      id: `code-cycle/${clients}/same-rows`,
      what: `sign-in by code, ${counted(clients, "client")}: mount in Express × the same rows by hand`,
      bound: { atLeast: 0.8 },
      unit: "×",
      ...timesAsMuch(results, OURS, SAME_ROWS),
    },
    {
      id: `code-cycle/${clients}/better-auth`,
      what: `sign-in by code, ${counted(clients, "client")}: mount in Express × better-auth`,
      bound: { atLeast: 6 },
      unit: "×",
      ...timesAsMuch(results, OURS, BETTER_AUTH),
    },
  ],
});
