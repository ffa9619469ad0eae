import { join } from "node:path";
import { writeEmbeddingApps } from "../adopter/embedding-app.js";
import { installInto, packInto, pinned } from "../adopter/packed.js";
import type { Benchmark, Outcome } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { figureOf } from "../figures/figure.js";
import { ratios } from "../figures/statistics.js";
import { interleave, type Results } from "../load/interleave.js";
import { startCold, type ColdStart, type Program } from "../processes/start-cold.js";

const WITH = "with the library";
const WITHOUT = "without it";

const program = (script: string, database: string): Program => ({
  script,
  args: (port) => [database, String(port)],
  env: () => ({}),
  path: "/healthz",
});

function outcomeOf(results: Results<ColdStart>): Outcome {
  const of = (name: string, what: keyof ColdStart) =>
    results.get(name)!.map((measured) => measured[what]);
  const rows = [...results.keys()].map((name) => ({
    name,
    figures: {
      ms: figureOf(of(name, "milliseconds")),
      "CPU ms": figureOf(of(name, "processorMs")),
      "× without": figureOf(ratios(of(name, "processorMs"), of(WITHOUT, "processorMs"))),
      "MB idle": figureOf(of(name, "megabytes")),
    },
  }));
  const title =
    "embedding-start: an application of Express and better-sqlite3, from installed packages, nothing bundled";
  return { tables: [{ id: "embedding-start", title, rows }], goals: [] };
}

/** What the library adds to the start of an application that embeds it. */
export const embeddingStart: Benchmark = {
  name: "embedding-start",
  run: ({ rounds }) =>
    withFolder(async (folder) => {
      const packed = await packInto(join(folder, "shelf"));
      const app = join(folder, "app");
      await installInto(app, [
        ...packed,
        ...(await pinned(["kysely", "better-sqlite3", "express"])),
      ]);
      const apps = await writeEmbeddingApps(app);
      const programs = {
        [WITH]: program(apps.with, join(folder, "with.db")),
        [WITHOUT]: program(apps.without, join(folder, "without.db")),
      };
      for (const each of Object.values(programs)) await startCold(each);
      const entrants = Object.entries(programs).map(([name, each]) => ({
        name,
        round: () => startCold(each),
      }));
      return outcomeOf(await interleave(entrants, rounds));
    }),
};
