import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun, ROOT, run } from "../tasks/command.mjs";
import { copyCheckout } from "./copy-checkout.mjs";

/** Nothing but this proof needs Stryker, so it is installed when the proof runs. The last major version that runs on Node 20. */
const STRYKER = "9.6.1";
const TOOLS = join(ROOT, ".tools", "mutation");

const RULES_AND_FEATURES = [
  "packages/core/src/{lifecycle,sign-in,organizations,account,background,kernel}/**/*.ts",
  "packages/http/src/kernel/**/*.ts",
  "packages/express/src/**/*.ts",
];
const NOT_MUTATED = ["!**/*.test.ts", "!**/*.test-d.ts"];

/**
 * Changes the sources in a copy of the checkout, one place at a time, and shows which changes the
 * fast suites notice. Without arguments it takes core's features and kernel, http/kernel and
 * express; arguments are globs of sources instead. What it found before is used again for files
 * that have not changed since. The report is `.tools/mutation/report.json`.
 * @param {readonly string[]} globs
 */
export async function proveMutation(globs) {
  await installStryker();
  const checkout = copyCheckout();
  const options = join(checkout, "stryker.config.json");
  writeFileSync(options, JSON.stringify(optionsFor(globs.length > 0 ? globs : RULES_AND_FEATURES)));
  const { code } = await run(join(TOOLS, "node_modules/.bin/stryker"), ["run", options], {
    cwd: checkout,
  });
  return code;
}

/** @param {readonly string[]} mutate */
const optionsFor = (mutate) => ({
  mutate: [...mutate, ...NOT_MUTATED],
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutation.config.ts" },
  plugins: ["@stryker-mutator/vitest-runner"],
  coverageAnalysis: "perTest",
  incremental: true,
  incrementalFile: join(TOOLS, "incremental.json"),
  // The copy is thrown away: there is nothing to protect from the mutants.
  inPlace: true,
  ignoreStatic: true,
  reporters: ["progress-append-only", "clear-text", "json"],
  clearTextReporter: { reportTests: false, allowColor: false },
  jsonReporter: { fileName: join(TOOLS, "report.json") },
  thresholds: { high: 95, low: 90, break: 90 },
});

async function installStryker() {
  const manifest = join(TOOLS, "node_modules/@stryker-mutator/vitest-runner/package.json");
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === STRYKER)
    return;
  console.log(`Installing Stryker ${STRYKER} into .tools/mutation …`);
  mkdirSync(TOOLS, { recursive: true });
  writeFileSync(join(TOOLS, "package.json"), `${JSON.stringify({ private: true })}\n`);
  await mustRun("npm", [
    "install",
    "--prefix",
    TOOLS,
    "--no-save",
    "--no-package-lock",
    // Vitest is the workspace's own.
    "--legacy-peer-deps",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    `@stryker-mutator/core@${STRYKER}`,
    `@stryker-mutator/vitest-runner@${STRYKER}`,
  ]);
}
