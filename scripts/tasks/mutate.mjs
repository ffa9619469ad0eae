import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, mustRun, ROOT, run } from "./command.mjs";

/**
 * The last major that Node 20 takes. It is installed where it finds the Vitest of the checkout, and
 * only when it is asked for.
 */
const STRYKER = "9.6.1";
const FOLDER = join(ROOT, ".tools/stryker");
const CONFIG = join(FOLDER, "stryker.config.json");
const VITEST = join(FOLDER, "vitest.config.mjs");

/**
 * Changes the named sources of one package, one place at a time, and says which changes no test of
 * the package notices.
 * @param {readonly string[]} files
 */
export async function mutate(files) {
  if (files.length === 0)
    throw new Failure("Name the files: npm run mutate -- packages/core/src/kernel/policy.ts");
  const missing = files.find((file) => !existsSync(join(ROOT, file)));
  if (missing) throw new Failure(`There is no file ${missing}.`);
  const [room = "", ...others] = new Set(
    files.map((file) => file.split("/").slice(0, 2).join("/")),
  );
  if (others.length > 0) throw new Failure("Name files of one package: its tests are run.");
  await install();
  const plugin = join(FOLDER, "node_modules/@stryker-mutator/vitest-runner/dist/src/index.js");
  const config = {
    mutate: files,
    testRunner: "vitest",
    plugins: [plugin],
    coverageAnalysis: "perTest",
    ignoreStatic: true,
    disableTypeChecks: false,
    // A copy would lack the links between the packages. What is changed is put back, from a copy in
    // the temporary folder if it is killed.
    inPlace: true,
    tempDirName: join(FOLDER, "tmp"),
    reporters: ["clear-text"],
    vitest: { configFile: VITEST },
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 15,
  };
  writeFileSync(CONFIG, JSON.stringify(config));
  const tests = JSON.stringify([`${room}/{src,test}/**/*.test.ts`]);
  writeFileSync(
    VITEST,
    `import all from "../../vitest.config.ts";\nexport default { ...all, test: { ...all.test, include: ${tests} } };\n`,
  );
  const { code } = await run(join(FOLDER, "node_modules/.bin/stryker"), ["run", CONFIG]);
  return code;
}

async function install() {
  if (existsSync(join(FOLDER, "node_modules/.bin/stryker"))) return;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "package.json"), `${JSON.stringify({ private: true })}\n`);
  const packages = ["core", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${STRYKER}`);
  const flags = ["--no-save", "--no-audit", "--no-fund", "--legacy-peer-deps", "--loglevel=error"];
  await mustRun("npm", ["install", ...flags, ...packages], { cwd: FOLDER });
}
