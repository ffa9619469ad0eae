import { join } from "node:path";
import { installInto, packInto, pinned, sizeOf } from "../adopter/packed.js";
import type { Benchmark } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { ratioOf, tableOf } from "../figures.js";

const OURS = ["kysely", "better-sqlite3"];
/** The plugin names exact versions of what better-auth is made of, and npm refuses any others. */
const THEIRS = [
  "better-auth",
  "@better-auth/core",
  "@better-auth/passkey",
  "@better-auth/utils",
  "@better-fetch/fetch",
  "better-call",
  "nanostores",
  "better-sqlite3",
];

const LIBRARY = "core, http, express, kysely with SQLite";
const BETTER_AUTH = "better-auth with its passkey plugin and SQLite";

/** What an application downloads and keeps. */
export const install: Benchmark = {
  name: "install",
  run: () =>
    withFolder(async (folder) => {
      const [ours, theirs] = [join(folder, "ours"), join(folder, "theirs")];
      const packed = await packInto(join(folder, "shelf"));
      await installInto(ours, [...packed, ...(await pinned(OURS))]);
      await installInto(theirs, await pinned(THEIRS));
      const results = new Map([
        [LIBRARY, [await sizeOf(ours)]],
        [BETTER_AUTH, [await sizeOf(theirs)]],
      ]);
      const pair = [LIBRARY, BETTER_AUTH] as const;
      return {
        tables: [
          tableOf({ id: "install", title: "what npm brings, nothing compiled" }, results, {
            packages: ({ packages }) => packages,
            MB: ({ megabytes }) => megabytes,
          }),
        ],
        goals: [
          {
            goal: "install/packages",
            measured: ratioOf(results, pair, ({ packages }) => packages),
          },
          {
            goal: "install/megabytes",
            measured: ratioOf(results, pair, ({ megabytes }) => megabytes),
          },
        ],
      };
    }),
};
