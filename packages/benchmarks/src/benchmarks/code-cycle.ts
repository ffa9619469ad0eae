import { join } from "node:path";
import type { Benchmark } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { renderGoals } from "../figures/goal.js";
import { rateRatio, renderLoad } from "../figures/load-table.js";
import { BETTER_AUTH_PATHS, codeCycles, OUR_PATHS } from "../load/code-cycles.js";
import { drive } from "../load/drive.js";
import { driveAndCost, interleave } from "../load/interleave.js";
import { startProcess } from "../processes/start-process.js";
import { writeBetterAuthPeople } from "../stacks/better-auth.js";

const CLIENTS = [1, 16];
const OURS = "acme-express";
const SAME_ROWS = "hand-written-codes";
const LEAN = "hand-written-lean-codes";
const BETTER_AUTH = "better-auth-express";

/** A file of its own for each: they write. */
async function startContenders(folder: string) {
  const fileOf = (name: string) => join(folder, `${name}.db`);
  for (const name of [OURS, SAME_ROWS, LEAN]) await writeSqlitePeople(fileOf(name), 1_000);
  await writeBetterAuthPeople(fileOf(BETTER_AUTH), 200);
  return Promise.all(
    [OURS, SAME_ROWS, LEAN, BETTER_AUTH].map(async (name) => {
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
      for (const { running, turn } of [
        ...contenders,
        ...contenders,
        ...contenders,
        ...contenders,
      ]) {
        await drive({ port: running.port, connections: 16, milliseconds: warmUpMs, turn });
      }
      for (const connections of CLIENTS) {
        const entrants = contenders.map(({ name, running, turn }) => ({
          name,
          round: () => driveAndCost(running, { connections, milliseconds: roundMs, turn }),
        }));
        const results = await interleave(entrants, rounds);
        const references = {
          "× same rows": SAME_ROWS,
          "× lean": LEAN,
          "× better-auth": BETTER_AUTH,
        };
        console.log(
          renderLoad(`code-cycle, sqlite, ${connections} client(s)`, results, {
            unit: "cycles",
            references,
          }),
        );
        console.log(
          renderGoals([
            {
              what: "acme-express × hand-written with the same rows",
              ratio: rateRatio(results, OURS, SAME_ROWS),
              bound: { atLeast: 0.8 },
            },
            {
              what: "acme-express × better-auth",
              ratio: rateRatio(results, OURS, BETTER_AUTH),
              bound: { atLeast: 6 },
            },
          ]),
        );
      }
      await Promise.all(contenders.map(({ running }) => running.stop()));
    }),
};
