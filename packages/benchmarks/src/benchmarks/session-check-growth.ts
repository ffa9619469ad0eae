import type { Benchmark } from "../benchmark.js";
import { cookiesOf, writePeople } from "../databases/people.js";
import { onBothEngines } from "../databases/scratch.js";
import { counted, ratioOf, write } from "../figures.js";
import { race, raceTable } from "../load/race.js";
import { checksAt, ME } from "../load/session-checks.js";

const FEW = 1_000;
const CONNECTIONS = 4;

/** Whether knowing who is asking gets slower as the tables grow. */
export const sessionCheckGrowth: Benchmark = {
  name: "session-check-growth",
  run: (scale) =>
    onBothEngines(async (engine, newDatabase) => {
      const nameOf = (sessions: number) => `acme-express, ${counted(sessions, "session")}`;
      const contenders = [];
      for (const sessions of [FEW, scale.manyRows]) {
        const database = await newDatabase();
        await writePeople(database, sessions);
        contenders.push({
          name: nameOf(sessions),
          program: "acme-express",
          database,
          turn: () => checksAt(ME, cookiesOf(sessions)),
        });
      }
      const results = (await race(contenders, [CONNECTIONS], scale)).get(CONNECTIONS)!;
      const title = `session check in growing tables, ${engine}, ${CONNECTIONS} connections`;
      return {
        tables: [raceTable({ id: `session-check-growth/${engine}`, title }, "checks", results)],
        goals: [
          {
            goal: "session-check-growth",
            under: `${engine}, ${write(scale.manyRows)} × ${counted(FEW, "session")}`,
            measured: ratioOf(results, [nameOf(scale.manyRows), nameOf(FEW)], ({ p50 }) => p50),
          },
        ],
      };
    }),
};
