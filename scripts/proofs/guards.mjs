import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PLANTED_REMOVALS } from "../planted-removals.mjs";
import { Failure } from "../tasks/command.mjs";
import { copyCheckout } from "./copy-checkout.mjs";

/** @typedef {import("../planted-removals.mjs").PlantedRemoval} PlantedRemoval */
/** @typedef {import("vitest/node").TestCase} TestCase */
/** @typedef {import("vitest/node").Vitest} Vitest */
/**
 * @typedef {object} Verdict
 * @property {boolean} caught
 * @property {readonly string[]} on The databases that the failed tests name.
 * @property {readonly string[]} unnoticedOn The others that the test runs on.
 * @property {string} [problem] Why nothing was tried.
 */

const DATABASES = ["sqlite", "postgres"];

/**
 * Takes the guards of the requirements out of a copy of the checkout, one at a time, and shows which test notices each. Words choose the removals
 * that have all of them in their row, sentence or file.
 * @param {readonly string[]} words
 */
export async function proveGuards(words) {
  const chosen = PLANTED_REMOVALS.filter(({ row, what, file }) =>
    words.every((word) => `${row} ${what} ${file}`.includes(word)),
  );
  if (chosen.length === 0)
    throw new Failure(
      `No planted removal of ${PLANTED_REMOVALS.length} has to do with "${words.join(" ")}".`,
    );
  const checkout = copyCheckout();
  const vitest = await openVitest(checkout);
  const verdicts = /** @type {Verdict[]} */ ([]);
  for (const removal of chosen) {
    const verdict = await tryRemoval({ checkout, vitest }, removal);
    const word = verdict.problem ? "UNTRIED " : verdict.caught ? "caught  " : "SURVIVED";
    console.log(`${word}  ${removal.row.padEnd(9)} ${removal.what}${suffix(verdict)}`);
    verdicts.push(verdict);
  }
  await vitest.close();
  return summarize(verdicts);
}

/** @param {Verdict} verdict */
function suffix({ caught, on, unnoticedOn, problem }) {
  if (problem) return `: ${problem}`;
  if (!caught || on.length === 0) return "";
  return ` (${on.join(", ")}${unnoticedOn.map((database) => `, not on ${database}`).join("")})`;
}

/** @param {readonly Verdict[]} verdicts */
function summarize(verdicts) {
  const survived = verdicts.filter(({ caught }) => !caught).length;
  const perDatabase = DATABASES.map(
    (database) => `${verdicts.filter(({ on }) => on.includes(database)).length} on ${database}`,
  );
  console.log(
    `\n${verdicts.length} removals tried, ${verdicts.length - survived} caught (${perDatabase.join(", ")}), ${survived} survived`,
  );
  return survived === 0 ? 0 : 1;
}

/** One vitest for all of them, which starts Postgres once. @param {string} checkout @returns {Promise<Vitest>} */
async function openVitest(checkout) {
  const { createVitest } = /** @type {typeof import("vitest/node")} */ (
    await import(pathToFileURL(join(checkout, "node_modules/vitest/dist/node.js")).href)
  );
  const vitest = await createVitest("test", {
    root: checkout,
    config: join(checkout, "vitest.config.ts"),
    watch: false,
    // A worker that lives on would keep the guard that was taken out of the file.
    isolate: true,
    reporters: [{}],
  });
  await vitest.standalone();
  return vitest;
}

/** @typedef {{ readonly checkout: string, readonly vitest: Vitest }} Bench */

/** @type {Map<string, Promise<Unharmed>>} */
const unharmed = new Map();

/** @param {Bench} bench @param {PlantedRemoval} removal @returns {Promise<Verdict>} */
async function tryRemoval({ checkout, vitest }, removal) {
  const key = `${removal.test} ${removal.name ?? ""}`;
  if (!unharmed.has(key)) unharmed.set(key, tryUnharmed(vitest, removal));
  const { databases, problem } = /** @type {Unharmed} */ (await unharmed.get(key));
  if (problem !== undefined) return { caught: false, on: [], unnoticedOn: [], problem };
  const path = join(checkout, removal.file);
  const source = readFileSync(path, "utf8");
  const without = plantRemoval(source, removal);
  if (without === null)
    return {
      caught: false,
      on: [],
      unnoticedOn: [],
      problem: "its text does not stand in the file exactly once",
    };
  writeFileSync(path, without);
  vitest.invalidateFile(path);
  const failed = (await runTests(vitest, removal)).filter((test) =>
    test.result().errors?.some(isAssertion),
  );
  writeFileSync(path, source);
  vitest.invalidateFile(path);
  const on = databasesNamedBy(failed);
  return {
    caught: failed.length > 0,
    on,
    unnoticedOn: databases.filter((database) => !on.includes(database)),
  };
}

/** @param {readonly TestCase[]} tests */
const databasesNamedBy = (tests) =>
  DATABASES.filter((database) =>
    tests.some(({ fullName }) => fullName.toLowerCase().includes(database)),
  );

/** Whatever else throws may only say that the removal was planted badly. @param {{ readonly name?: string }} error */
const isAssertion = ({ name }) => name === "AssertionError";

/** @typedef {{ readonly databases: readonly string[], readonly problem?: string }} Unharmed */

/** A test that fails with its guard in place proves nothing. @param {Vitest} vitest @param {PlantedRemoval} removal @returns {Promise<Unharmed>} */
async function tryUnharmed(vitest, removal) {
  const tests = await runTests(vitest, removal);
  const failed = tests.filter((test) => !test.ok());
  if (tests.length === 0)
    return { databases: [], problem: `${removal.test} has no test of that name, or does not run` };
  if (failed.length > 0)
    return { databases: [], problem: `"${failed[0]?.fullName}" fails with every guard in place` };
  return { databases: databasesNamedBy(tests) };
}

/** The tests of a removal that were run. @param {Vitest} vitest @param {PlantedRemoval} removal @returns {Promise<readonly TestCase[]>} */
async function runTests(vitest, { test, name }) {
  if (name === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")));
  const isIt = (/** @type {{ readonly moduleId: string }} */ { moduleId }) =>
    moduleId.endsWith(`/${test}`);
  const { testModules } = await vitest.runTestSpecifications(
    (await vitest.globTestSpecifications([test])).filter(isIt),
  );
  // It also gives what it has run before.
  return testModules
    .filter(isIt)
    .flatMap(({ children }) => [...children.allTests()])
    .filter((found) => found.result().state !== "skipped");
}

/**
 * The source without the guard; null when the guard does not stand in it exactly once.
 * @param {string} source
 * @param {Pick<PlantedRemoval, "find" | "replace">} removal
 */
function plantRemoval(source, { find, replace }) {
  const places = placesOf(source);
  const code = textAt(source, places);
  const wanted = textAt(find, placesOf(find)).replace(/,$/, "");
  const first = code.indexOf(wanted);
  if (wanted === "" || first === -1 || code.includes(wanted, first + 1)) return null;
  const [start, last] = [places[first] ?? 0, places[first + wanted.length - 1] ?? 0];
  const comma = /,\s*$/.test(find) ? (/^\s*,/.exec(source.slice(last + 1))?.[0].length ?? 0) : 0;
  return source.slice(0, start) + replace + source.slice(last + 1 + comma);
}

/** Where each character stands that counts: no white space, and no comma in front of a closing bracket. @param {string} text */
function placesOf(text) {
  const trailing = new Set([...text.matchAll(/,(?=\s*[)\]}])/g)].map(({ index }) => index));
  return text
    .split("")
    .flatMap((character, index) => (/\s/.test(character) || trailing.has(index) ? [] : [index]));
}

/** @param {string} text @param {readonly number[]} places */
const textAt = (text, places) => places.map((place) => text[place]).join("");
