import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { loadPlantedRemovals } from "../planted-removals/index.mjs";
import { Failure, ROOT, run } from "../tasks/command.mjs";

/** @typedef {import("../planted-removals/index.mjs").PlantedRemoval} PlantedRemoval */
/** @typedef {{ status: string, fullName: string, failureMessages: readonly string[] }} Assertion */
/** @typedef {{ removal: PlantedRemoval, caught: boolean, on: readonly string[], unnoticedOn: readonly string[] }} Verdict The databases that the test names, by what it said there. */

const DATABASES = ["sqlite", "postgres"];

/**
 * Takes the guards of the requirements out of a copy of the checkout, one at a time, and shows which test notices each. Words choose the removals
 * that have all of them in their group, row, sentence or file.
 * @param {readonly string[]} words
 */
export async function proveGuards(words) {
  const all = (await loadPlantedRemovals()).flatMap(([group, removals]) => removals.map((removal) => ({ group, removal })));
  const chosen = all.filter(({ group, removal }) => words.every((word) => `${group} ${removal.row} ${removal.what} ${removal.file}`.includes(word)));
  if (chosen.length === 0) throw new Failure(`No planted removal of ${all.length} has to do with "${words.join(" ")}".`);
  const checkout = copyCheckout();
  const verdicts = /** @type {Verdict[]} */ ([]);
  for (const { removal } of chosen) {
    const verdict = await tryRemoval(checkout, removal);
    console.log(`${verdict.caught ? "caught  " : "SURVIVED"}  ${removal.row.padEnd(9)} ${removal.what}${suffix(verdict)}`);
    verdicts.push(verdict);
  }
  return summarize(verdicts);
}

/** @param {Verdict} verdict */
function suffix({ caught, on, unnoticedOn }) {
  if (!caught || on.length === 0) return "";
  return ` (${on.join(", ")}${unnoticedOn.map((database) => `, not on ${database}`).join("")})`;
}

/** @param {readonly Verdict[]} verdicts */
function summarize(verdicts) {
  const survived = verdicts.filter(({ caught }) => !caught).length;
  const perDatabase = DATABASES.map((database) => `${verdicts.filter(({ on }) => on.includes(database)).length} on ${database}`);
  console.log(`\n${verdicts.length} removals tried, ${verdicts.length - survived} caught (${perDatabase.join(", ")}), ${survived} survived`);
  return survived === 0 ? 0 : 1;
}

/** The files of the checkout, committed or not, in a folder of their own that is gone when this process ends. */
function copyCheckout() {
  const checkout = mkdtempSync(join(tmpdir(), "planted-removals-"));
  process.on("exit", () => rmSync(checkout, { recursive: true, force: true }));
  const dependencies = /** @type {string[]} */ ([]);
  cpSync(ROOT, checkout, {
    recursive: true,
    filter: (path) => {
      const name = relative(ROOT, path).split("/").at(-1) ?? "";
      if (name === "node_modules") dependencies.push(relative(ROOT, path));
      return !["node_modules", ".git", ".tools", "dist", "data", "coverage"].includes(name);
    },
  });
  for (const folder of dependencies) linkDependencies(join(ROOT, folder), join(checkout, folder));
  return checkout;
}

/** Links to packages of the workspace are relative, so that they lead to the copy; everything else is the original. @param {string} from @param {string} to */
function linkDependencies(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name === "@acme") linkDependencies(source, target);
    else if (entry.isSymbolicLink() && dirname(source).endsWith("@acme")) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory() || entry.isSymbolicLink()) symlinkSync(source, target);
  }
}

/** @type {Map<string, Promise<readonly string[]>>} */
const databasesOf = new Map();

/** @param {string} checkout @param {PlantedRemoval} removal @returns {Promise<Verdict>} */
async function tryRemoval(checkout, removal) {
  const key = `${removal.test} ${removal.name ?? ""}`;
  if (!databasesOf.has(key)) databasesOf.set(key, mustPass(checkout, removal));
  const databases = (await databasesOf.get(key)) ?? [];
  const path = join(checkout, removal.file);
  const source = readFileSync(path, "utf8");
  writeFileSync(
    path,
    source.replace(removal.find, () => removal.replace),
  );
  const failed = (await assertionsOf(checkout, removal)).filter(({ failureMessages }) => failureMessages.some(isAssertion));
  writeFileSync(path, source);
  const on = databasesNamedBy(failed);
  return { removal, caught: failed.length > 0, on, unnoticedOn: databases.filter((database) => !on.includes(database)) };
}

/** @param {readonly Assertion[]} assertions */
const databasesNamedBy = (assertions) => DATABASES.filter((database) => assertions.some(({ fullName }) => fullName.toLowerCase().includes(database)));

/** Whatever else throws may only say that the removal was planted badly. The second is an assertion about a text where there is none. @param {string} message */
const isAssertion = (message) => /^(?:AssertionError|TypeError: \.to\w+\(\) expects to receive)/.test(message);

/** A test that fails with its guard in place proves nothing. Returns the databases it names. @param {string} checkout @param {PlantedRemoval} removal */
async function mustPass(checkout, removal) {
  const assertions = (await assertionsOf(checkout, removal)).filter(({ status }) => status !== "skipped");
  const failed = assertions.filter(({ status }) => status !== "passed");
  if (assertions.length === 0) throw new Failure(`${removal.test} has no test that is named "${removal.name ?? ""}", or does not run.`);
  if (failed.length > 0) throw new Failure(`${removal.test} fails with every guard in place:\n${failed.map(({ fullName }) => fullName).join("\n")}`);
  return databasesNamedBy(assertions);
}

/** What the tests of a removal say. @param {string} checkout @param {PlantedRemoval} removal @returns {Promise<readonly Assertion[]>} */
async function assertionsOf(checkout, { test, name }) {
  const report = join(checkout, "report.json");
  rmSync(report, { force: true });
  const filter = name === undefined ? [] : ["-t", name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")];
  const vitest = join(checkout, "node_modules/vitest/vitest.mjs");
  const { output } = await run(process.execPath, [vitest, "run", test, ...filter, "--reporter=json", `--outputFile=${report}`], {
    cwd: checkout,
    quiet: true,
  });
  try {
    const { testResults } = /** @type {{ testResults: readonly { assertionResults: readonly Assertion[] }[] }} */ (
      JSON.parse(readFileSync(report, "utf8"))
    );
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch (cause) {
    throw new Failure(`${test} could not be run:\n${output}`, { cause });
  }
}
