import { randomInt } from "node:crypto";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { configDefaults, defineConfig } from "vitest/config";
import { readSampling } from "./packages/testing/src/sampling.js";
import { SlowFilesFirst } from "./scripts/slow-files-first.js";
import { toolsLeftOut } from "./scripts/tools-left-out.js";

const { extent, seed } = readSampling(process.env, randomInt(2 ** 31));
const tools = readdirSync(join(import.meta.dirname, "scripts"), {
  encoding: "utf8",
  recursive: true,
})
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `scripts/${name}`);
const [, , ...words] = process.argv.filter((arg) => !arg.startsWith("-") && arg !== "run");

export default defineConfig({
  ssr: { resolve: { conditions: ["@acme/source", "node"] } },
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts", "scripts/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...toolsLeftOut(tools, words, { extent, seed })],
    globalSetup: [
      "packages/testing/src/sampling-global-setup.ts",
      "packages/testing/src/postgres-global-setup.ts",
    ],
    env: { TESTS: extent, SEED: String(seed) },
    // Tests provoke refusals and failures; those that are about the default log look at the console themselves.
    onConsoleLog: (text) => !text.startsWith("[auth] "),
    testTimeout: 60_000,
    // What is polled may take as long as a busy machine does; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    pool: "forks",
    // Node gives up an IP address of `localhost` after 250 ms, which a busy process does not see pass.
    execArgv: ["--network-family-autoselection-attempt-timeout=20000"],
    // A worker loads each module once, not once per file: half of the time went there. Nothing in the sources keeps state in a module that one test could see of another.
    isolate: false,
    // More workers than cores: half of the time of a worker is spent waiting for Postgres, for processes and for timeouts.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFilesFirst },
    // Sources that have not changed since the last run are not compiled again: a third of the time of one file.
    experimental: { fsModuleCache: true },
  },
});
