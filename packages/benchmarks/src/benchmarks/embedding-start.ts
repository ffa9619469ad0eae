import { join } from "node:path";
import { writeEmbeddingApps } from "../adopter/embedding-app.js";
import { installInto, packInto, pinned } from "../adopter/packed.js";
import type { Benchmark } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { ratioOf } from "../figures.js";
import { type Program, startInTurns, startTable } from "../processes/start-cold.js";

const WITH = "with the library";
const WITHOUT = "without it";

const program = (script: string, database: string): Program => ({
  script,
  args: (port) => [database, String(port)],
  env: () => ({}),
  path: "/healthz",
});

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
      const results = await startInTurns(programs, rounds);
      const title = "start of an application of Express and better-sqlite3, nothing bundled";
      return {
        tables: [startTable({ id: "embedding-start", title }, results)],
        goals: [
          {
            goal: "embedding-start",
            measured: ratioOf(results, [WITH, WITHOUT], ({ processorMs }) => processorMs),
          },
        ],
      };
    }),
};
