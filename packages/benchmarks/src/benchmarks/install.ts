import { join } from "node:path";
import { installInto, packInto, pinned, sizeOf, type InstalledSize } from "../adopter/packed.js";
import type { Benchmark, Outcome } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { figureOf } from "../figures/figure.js";

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

function outcomeOf(ours: InstalledSize, theirs: InstalledSize): Outcome {
  const rows = Object.entries({
    "core, http, express, kysely with SQLite": ours,
    "better-auth with its passkey plugin and SQLite": theirs,
  }).map(([name, { packages, megabytes }]) => ({
    name,
    figures: { packages: figureOf([packages]), MB: figureOf([megabytes]) },
  }));
  const goal = (what: "packages" | "megabytes") => ({
    id: `install/${what}`,
    what: `${what} that \`npm install\` brings × better-auth with its passkey plugin and the same driver`,
    bound: { atMost: 0.8 },
    unit: "×" as const,
    measured: figureOf([ours[what] / theirs[what]]),
  });
  return {
    tables: [{ id: "install", title: "install: what npm brings, nothing compiled", rows }],
    goals: [goal("packages"), goal("megabytes")],
  };
}

/** What an application downloads and keeps. */
export const install: Benchmark = {
  name: "install",
  run: () =>
    withFolder(async (folder) => {
      const [ours, theirs] = [join(folder, "ours"), join(folder, "theirs")];
      const packed = await packInto(join(folder, "shelf"));
      await installInto(ours, [...packed, ...(await pinned(OURS))]);
      await installInto(theirs, await pinned(THEIRS));
      return outcomeOf(await sizeOf(ours), await sizeOf(theirs));
    }),
};
