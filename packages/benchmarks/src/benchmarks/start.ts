import { access } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Benchmark, Outcome } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { figureOf } from "../figures/figure.js";
import { ratios } from "../figures/statistics.js";
import { interleave, type Results } from "../load/interleave.js";
import { startCold, type ColdStart, type Program } from "../processes/start-cold.js";
import { writeBetterAuthPeople } from "../stacks/better-auth.js";

const OURS = "the reference server";
const BARE = "bare-express";

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const server = (folder: string): Program => ({
  script: fileAt("../../server/dist/main.js"),
  args: () => [],
  env: (port) => ({
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: `sqlite:${join(folder, "server.db")}`,
    SERVICE_AUTH_SECRET: "XJ1mP0rW5vQ8tZ3kL6yB9nC2dF7gH4jS1aU0eR5oI8w=",
    SERVICE_AUTH_URL: `http://127.0.0.1:${port}`,
    NODE_ENV: "development",
  }),
  path: "/healthz",
});

/** A contender, given its port as the runner otherwise gives it none. */
const contender = (name: string, database: string, path: string): Program => ({
  script: fileAt(`./contenders/${name}.js`),
  args: (port) => [JSON.stringify({ database, port })],
  env: () => ({}),
  path,
});

function outcomeOf(results: Results<ColdStart>): Outcome {
  const times = (name: string) => results.get(name)!.map(({ milliseconds }) => milliseconds);
  const costs = (name: string) => results.get(name)!.map(({ processorMs }) => processorMs);
  const sizes = (name: string) => results.get(name)!.map(({ megabytes }) => megabytes);
  const growth = (name: string) =>
    figureOf(sizes(name).map((size, round) => size - sizes(BARE)[round]!));
  const rows = [...results.keys()].map((name) => ({
    name,
    figures: {
      ms: figureOf(times(name)),
      "CPU ms": figureOf(costs(name)),
      "× bare": figureOf(ratios(costs(name), costs(BARE))),
      "MB idle": figureOf(sizes(name)),
      "MB more than bare": growth(name),
    },
  }));
  const title = "start: process start to first 200, then a second of rest; sqlite";
  return {
    tables: [{ id: "start", title, rows }],
    goals: [
      {
        id: "start/server",
        what: "start of the reference server × bare Express with better-sqlite3, by processor time until the first 200",
        bound: { atMost: 1.3 },
        unit: "×",
        measured: figureOf(ratios(costs(OURS), costs(BARE))),
        byRate: figureOf(ratios(times(OURS), times(BARE))),
      },
      {
        id: "start/memory",
        what: "idle memory of the reference server above bare Express with better-sqlite3",
        bound: { atMost: 25 },
        unit: "MB",
        measured: growth(OURS),
      },
    ],
  };
}

/** How long a process takes to serve, and how much memory it holds when idle. */
export const start: Benchmark = {
  name: "start",
  run: ({ rounds }) =>
    withFolder(async (folder) => {
      const betterAuthFile = join(folder, "better-auth.db");
      await writeBetterAuthPeople(betterAuthFile, 1);
      const programs: Readonly<Record<string, Program>> = {
        [OURS]: server(folder),
        [BARE]: contender(BARE, join(folder, "bare.db"), "/healthz"),
        "better-auth-express": contender("better-auth-express", betterAuthFile, "/api/auth/ok"),
      };
      await access(programs[OURS]!.script).catch(() => {
        throw new Error("the reference server is not built: pnpm --filter @acme/auth-server build");
      });
      // The first start makes the database and fills the caches of the file system.
      for (const program of Object.values(programs)) await startCold(program);
      const entrants = Object.entries(programs).map(([name, program]) => ({
        name,
        round: () => startCold(program),
      }));
      return outcomeOf(await interleave(entrants, rounds));
    }),
};
