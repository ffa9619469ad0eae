import { access } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Benchmark } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { pairUp, ratioOf } from "../figures.js";
import { type Program, startInTurns, startTable } from "../processes/start-cold.js";
import { writeBetterAuthPeople } from "../stacks/better-auth.js";

const OURS = "the reference server";
const BARE = "bare-express";
const BETTER_AUTH = "better-auth-express";

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

/** How long a process takes to serve, and how much memory it holds when idle. */
export const start: Benchmark = {
  name: "start",
  run: ({ rounds }) =>
    withFolder(async (folder) => {
      const theirs = join(folder, "better-auth.db");
      await writeBetterAuthPeople(theirs, 1);
      const programs = {
        [OURS]: server(folder),
        [BARE]: contender(BARE, join(folder, "bare.db"), "/healthz"),
        [BETTER_AUTH]: contender(BETTER_AUTH, theirs, "/api/auth/ok"),
      };
      await access(programs[OURS].script).catch(() => {
        throw new Error("the reference server is not built: pnpm --filter @acme/auth-server build");
      });
      const results = await startInTurns(programs, rounds);
      return {
        tables: [startTable({ id: "start", title: "start of a service, SQLite" }, results)],
        goals: [
          {
            goal: "start/server",
            measured: ratioOf(results, [OURS, BARE], ({ processorMs }) => processorMs),
          },
          {
            goal: "start/memory",
            measured: pairUp(
              results,
              [OURS, BARE],
              (ours, bare) => ours.megabytes - bare.megabytes,
            ),
          },
        ],
      };
    }),
};
