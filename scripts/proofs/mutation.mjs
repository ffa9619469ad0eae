import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { mustRun, ROOT } from "../tasks/command.mjs";
import { copyCheckout } from "./copy-checkout.mjs";
import { hashOf, keptFindings } from "./mutation/findings.mjs";
import { instrument } from "./mutation/instrument.mjs";
import { reachOf, testsFor, testsForLoaded } from "./mutation/reach.mjs";
import { describeMutant, report } from "./mutation/report.mjs";
import { findTypeErrors } from "./mutation/type-check.mjs";
import { workOff } from "./mutation/workers.mjs";

/** @typedef {ReturnType<typeof keptFindings>} KeptFindings */
/** @typedef {import("./mutation/shapes.js").JudgeJob} JudgeJob */
/** @typedef {import("./mutation/shapes.js").Measured} Measured */
/** @typedef {import("./mutation/shapes.js").Mutant} Mutant */
/** @typedef {import("./mutation/shapes.js").MutantFinding} MutantFinding */
/** @typedef {import("./mutation/shapes.js").Verdict} Verdict */

/** Nothing but this proof needs Stryker's mutators, so they are installed when it runs. The last major version that runs on Node 20. */
const STRYKER = "9.6.1";
const TOOLS = join(ROOT, ".tools", "mutation");

/** What is changed: core's features and kernel, the protocol, and the mount. */
const MUTATED = [
  ...["lifecycle", "sign-in", "organizations", "account", "background", "kernel"].map(
    (wing) => `packages/core/src/${wing}`,
  ),
  "packages/http/src/kernel",
  "packages/express/src",
];
/** Tests, and what mails and pages say in each language. Text is data: a type asks for each, a test that all languages say the same, and neither what they say. */
const LEFT_OUT = /\.test(-d)?\.ts$|\/background\/language\/[a-z]+\//;
/** Whose tests judge: the fast suites, and those of the server that hold a service over SQLite in their own process. */
const ROOMS = ["packages/core/src", "packages/http/src", "packages/express/src"];
const SERVER = "packages/server/test";
const OVER_HTTP =
  /test\/(surface\/(?!tenants)|oauth\/|(billing|explanations|mail-to-strangers|mailbox-proof|meanwhile|notice-budgets|token-purposes)\.test)/;

/**
 * Changes the sources in a copy of the checkout, one place at a time, and shows which changes no
 * test notices. What does not compile is no change. Words choose the files that have one of them in
 * their path; without words all are tried, and `docs/mutation-testing.md` is written. `--sample=1000`
 * tries so many of them, chosen by `--seed=1`. What earlier runs found is used again while the files
 * that it rests on are the same.
 * @param {readonly string[]} args
 * @returns {Promise<number>} 1 when a change survives that is not among the accepted ones, or a wing of core scores below 90 %
 */
export async function proveMutation(args) {
  const { values, positionals: words } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { sample: { type: "string" }, seed: { type: "string", default: "1" } },
  });
  await installStryker();
  // One to read, which nobody edits meanwhile, and one to change.
  const [origin, checkout] = [copyCheckout(), copyCheckout()];
  const files = filesIn(origin, MUTATED).filter((path) => !LEFT_OUT.test(path));
  const mutants = await instrument({ tools: TOOLS, checkout, files });
  const chosen = mutants.filter(
    ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  const kept = keptFindings({ root: origin });
  await findBroken({ origin, files, chosen, kept });
  const compiling = chosen.filter((mutant) => kept.find(mutant)?.status !== "Broken");
  console.log(`${chosen.length} changes, of which ${compiling.length} compile.`);
  const { sample, seed } = values;
  const tried = sample === undefined ? compiling : drawSample(compiling, Number(sample), seed);
  const coverage = await measure({ origin, checkout, files });
  const loaded = await findLoaded(checkout, files);
  const findings = await judge({ checkout, mutants, chosen: tried, coverage, loaded, kept });
  const broken = chosen.length - compiling.length;
  const drawn = sample === undefined ? null : { of: compiling.length, seed };
  return report({ origin, findings, broken, drawn, whole: words.length === 0 });
}

/**
 * The same changes for the same seed, on every machine. A change keeps its place when others come or go.
 * @param {readonly Mutant[]} mutants @param {number} size @param {string} seed
 */
function drawSample(mutants, size, seed) {
  const placeOf = (/** @type {Mutant} */ { file, range, replacement }) =>
    hashOf(`${seed} ${file} ${range.join("-")} ${replacement}`);
  return mutants
    .map((mutant) => ({ mutant, place: placeOf(mutant) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

/** @param {string} root @param {readonly string[]} folders */
const filesIn = (root, folders) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .toSorted(),
  );

/** @param {string} root @param {readonly string[]} files */
const versionOf = (root, files) =>
  hashOf(files.map((file) => `${file}\n${readFileSync(join(root, file), "utf8")}`).join("\n"));

/**
 * Finds out which of the mutants compile that nothing is known of.
 * @param {{ origin: string, files: readonly string[], chosen: readonly Mutant[], kept: KeptFindings }} given
 */
async function findBroken({ origin, files, chosen, kept }) {
  const mutants = chosen.filter((mutant) => kept.find(mutant) === undefined);
  const broken = new Set(await findTypeErrors({ root: origin, files, mutants }));
  for (const mutant of mutants)
    kept.keep(mutant, { status: broken.has(mutant.id) ? "Broken" : "Compiles", met: [] });
  kept.save();
}

/**
 * What the tests of each file reach. It is measured anew when a source has changed; which tests pass by themselves, when the tests have.
 * @param {{ origin: string, checkout: string, files: readonly string[] }} given
 * @returns {Promise<readonly Measured[]>}
 */
async function measure({ origin, checkout, files }) {
  const tests = filesIn(origin, [...ROOMS, SERVER]).filter(
    (path) => path.endsWith(".test.ts") && (!path.startsWith(SERVER) || OVER_HTTP.test(path)),
  );
  const path = join(TOOLS, "coverage.json");
  const known =
    /** @type {Record<string, { sources: string, tests: string, measured: Measured }>} */ (
      existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
    );
  const sources = versionOf(origin, files);
  const versions = new Map(tests.map((file) => [file, versionOf(origin, [file])]));
  const jobs = tests.flatMap((file) => {
    const entry = known[file];
    if (!entry || entry.tests !== versions.get(file)) return { file };
    return entry.sources === sources ? [] : { file, alone: entry.measured.alone };
  });
  await workOff({
    checkout,
    kind: "measure",
    jobs,
    onLine(/** @type {Measured} */ measured) {
      const { file, failed, alone, count } = measured;
      known[file] = { sources, tests: versions.get(file) ?? "", measured };
      writeFileSync(path, JSON.stringify(known));
      const fails = failed === null ? "" : `; fails: ${failed}`;
      console.log(`${file}: ${alone.length} of ${count} tests${fails}`);
    },
  });
  return tests.flatMap((file) => known[file]?.measured ?? []);
}

/**
 * @param {{ checkout: string, mutants: readonly Mutant[], chosen: readonly Mutant[], coverage: readonly Measured[], loaded: ReadonlySet<string>, kept: KeptFindings }} given
 * @returns {Promise<readonly MutantFinding[]>}
 */
async function judge({ checkout, mutants, chosen, coverage, loaded, kept }) {
  const findings = /** @type {Map<string, MutantFinding>} */ (new Map());
  const jobs = /** @type {JudgeJob[]} */ ([]);
  const plan = planOf({ mutants, coverage, loaded });
  for (const mutant of chosen) {
    const earlier = kept.find(mutant);
    const { files, hitLimit } = plan(mutant);
    const met = earlier?.met ?? [];
    const left = files.filter((tests) => !met.includes(kept.markOf(tests)));
    if (earlier?.by !== undefined) findings.set(mutant.id, { ...earlier, mutant });
    else if (left.length > 0) jobs.push({ id: mutant.id, hitLimit, files: left });
    else
      findings.set(mutant.id, {
        mutant,
        met,
        status: files.length === 0 ? "NoCoverage" : "Survived",
      });
  }
  console.log(`${findings.size} are known, ${jobs.length} are tried.`);
  const byId = new Map(chosen.map((mutant) => [mutant.id, mutant]));
  let done = 0;
  await workOff({
    checkout,
    kind: "judge",
    jobs,
    onLine(/** @type {Verdict} */ { id, status, by, after }) {
      const mutant = byId.get(id);
      if (!mutant) return;
      const met = [...(kept.find(mutant)?.met ?? []), ...after.map(kept.markOf)];
      const finding = { status, met, ...(by !== undefined && { by: kept.versionOf(by) }) };
      findings.set(id, { ...finding, mutant });
      kept.keep(mutant, finding);
      if (status === "Survived") console.log(`survived: ${describeMutant(mutant)}`);
      if (++done % 50 === 0) kept.save();
      if (done % 50 === 0) console.log(`${done} of ${jobs.length}`);
    },
  });
  kept.save();
  return [...findings.values()];
}

/** Returns the mutants whose place is passed while the modules are loaded. @param {string} checkout @param {readonly string[]} files */
async function findLoaded(checkout, files) {
  const loaded = /** @type {Set<string>} */ (new Set());
  await workOff({
    checkout,
    kind: "load",
    jobs: [{ id: "load", files }],
    onLine(/** @type {{ loaded: readonly string[] }} */ line) {
      for (const id of line.loaded) loaded.add(id);
    },
  });
  console.log(`${loaded.size} changes are in what modules do while they are loaded.`);
  return loaded;
}

/** Returns how a mutant is tried. @param {{ mutants: readonly Mutant[], coverage: readonly Measured[], loaded: ReadonlySet<string> }} given */
function planOf({ mutants, coverage, loaded }) {
  const fileOf = new Map(mutants.map(({ id, file }) => [id, file]));
  const reach = coverage.map((measured) => reachOf(measured, fileOf));
  return (/** @type {Mutant} */ mutant) => {
    const hits = coverage.reduce((sum, one) => sum + (one.hits[mutant.id] ?? 0), 0);
    // A test that imports a module reaches what the module does while it is loaded, and only loading it anew shows the change.
    const files = [
      ...testsFor(mutant, reach),
      ...(loaded.has(mutant.id) ? testsForLoaded(mutant, reach) : []),
    ];
    return { hitLimit: hits * 100 + 1000, files };
  };
}

async function installStryker() {
  const manifest = join(TOOLS, "node_modules/@stryker-mutator/instrumenter/package.json");
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === STRYKER)
    return;
  console.log(`Installing Stryker's mutators ${STRYKER} into .tools/mutation …`);
  mkdirSync(TOOLS, { recursive: true });
  writeFileSync(join(TOOLS, "package.json"), `${JSON.stringify({ private: true })}\n`);
  const quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  const what = `@stryker-mutator/instrumenter@${STRYKER}`;
  await mustRun("npm", ["install", "--prefix", TOOLS, ...quiet, what]);
}
