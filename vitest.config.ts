import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { ProvidedContext } from "vitest";
import { configDefaults, defineConfig, type TestProjectConfiguration } from "vitest/config";

/** The tests of a part of the tree, which `npm test -- --project NAME` runs alone. */
const project = (
  name: string,
  include: readonly string[],
  provide: Partial<ProvidedContext> = {},
): TestProjectConfiguration => ({
  ssr: { resolve: { conditions: ["@acme/source", "node"] } },
  test: {
    name,
    provide,
    include: [...include],
    exclude: configDefaults.exclude,
    testTimeout: 60_000,
    // What is polled may take as long as a busy machine does; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    pool: "forks",
    // Node gives up an IP address of `localhost` after 250 ms, which a busy process does not see
    // pass.
    execArgv: ["--network-family-autoselection-attempt-timeout=20000"],
    // A worker loads each module once, not once per file: half of the time went there. Nothing in
    // the sources keeps state in a module that one test could see of another.
    isolate: false,
  },
});

export default defineConfig({
  test: {
    projects: [
      ...readdirSync("packages").map((name) =>
        project(name, [`packages/${name}/{src,test}/**/*.test.ts`], {
          worldsOver: { database: "sqlite", adapter: "express" },
        }),
      ),
      // What people do on the pages, once more with the other database and the other adapter. Not
      // what a thousand answers have in common.
      project(
        "pages over Postgres and fetch",
        ["packages/pages/src/pages/**/!(enumeration).test.ts"],
        { worldsOver: { database: "postgres", adapter: "fetch" } },
      ),
      project("scripts", ["scripts/**/*.test.ts"]),
    ],
    // Of the whole run and not of each project: there is one Postgres.
    globalSetup: ["packages/testing/src/postgres-global-setup.ts"],
    // Tests provoke refusals and failures; those that are about the default log look at the console
    // themselves.
    onConsoleLog: (text) => !text.startsWith("[auth] "),
    // As many workers as cores: one more made the pages' tests slower by a seventh, and those that wait
    // for processes no faster.
    maxWorkers: availableParallelism(),
    // Sources that have not changed since the last run are not compiled again: a third of the time
    // of one file.
    experimental: { fsModuleCache: true },
  },
});
