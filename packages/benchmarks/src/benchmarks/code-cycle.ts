import { join } from "node:path";
import { type Benchmark, timesAsMuch } from "../benchmark.js";
import { writePeople } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { counted } from "../figures.js";
import { BETTER_AUTH_PATHS, codeCycles, OUR_PATHS } from "../load/code-cycles.js";
import { race, raceTable } from "../load/race.js";
import { writeBetterAuthPeople } from "../stacks/better-auth.js";

const CLIENTS = [1, 16];
const OURS = "acme-express";
const SAME_ROWS = "hand-written-codes";
const BETTER_AUTH = "better-auth-express";

/** A sign-in by code from beginning to end: send, mail, sign in, me. */
export const codeCycle: Benchmark = {
  name: "code-cycle",
  run: (scale) =>
    withFolder(async (folder) => {
      // A file of its own for each: they write.
      const fileOf = (name: string) => join(folder, `${name}.db`);
      for (const name of [OURS, SAME_ROWS]) await writePeople(fileOf(name), 1_000);
      await writeBetterAuthPeople(fileOf(BETTER_AUTH), 200);
      const contenders = [OURS, SAME_ROWS, BETTER_AUTH].map((name) => ({
        name,
        database: fileOf(name),
        turn: (running: Parameters<typeof codeCycles>[0]) =>
          codeCycles(running, name === BETTER_AUTH ? BETTER_AUTH_PATHS : OUR_PATHS),
      }));
      // A cycle runs so much code so seldom that compiling it takes thousands of cycles: cold, it
      // costs more than twice as much.
      const patient = { ...scale, generations: 1, warmUpMs: scale.warmUpMs * 3 };
      const races = [...(await race(contenders, CLIENTS, patient))];
      return {
        tables: races.map(([clients, results]) => {
          const title = `sign-in by code, SQLite, ${counted(clients, "client")}`;
          return raceTable({ id: `code-cycle/${clients}`, title }, "cycles", results);
        }),
        goals: races.flatMap(([clients, results]) => {
          const under = `SQLite, ${counted(clients, "client")}`;
          return [
            {
              goal: "code-cycle/same-rows" as const,
              under,
              ...timesAsMuch(results, OURS, SAME_ROWS),
            },
            {
              goal: "code-cycle/better-auth" as const,
              under,
              ...timesAsMuch(results, OURS, BETTER_AUTH),
            },
          ];
        }),
      };
    }),
};
