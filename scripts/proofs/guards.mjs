import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PLANTED_REMOVALS } from "../planted-removals.mjs";
import { Failure } from "../tasks/command.mjs";
import { copyCheckout } from "./copy-checkout.mjs";

/** @typedef {import("vitest/node").TestCase} TestCase */
/** @typedef {import("vitest/node").Vitest} Vitest */

/**
 * Takes the guards out of a copy of the checkout, one at a time, and says which a test notices.
 * Words choose the removals that have all of them in their row, sentence or file.
 * @param {readonly string[]} words
 */
export async function proveGuards(words) {
  const chosen = PLANTED_REMOVALS.filter(([row, what, file]) =>
    words.every((word) => `${row} ${what} ${file}`.includes(word)),
  );
  if (chosen.length === 0) throw new Failure(`No planted removal has "${words.join(" ")}".`);
  const packages = join(copyCheckout(), "packages");
  const vitest = await openVitest(join(packages, ".."));
  const survived = [];
  for (const removal of chosen) {
    const verdict = await tryRemoval(packages, vitest, removal);
    console.log(`${removal[0].padEnd(9)} ${removal[1]}: ${verdict}`);
    if (verdict !== "caught") survived.push(removal);
  }
  await vitest.close();
  console.log(`\n${chosen.length} removals tried, ${survived.length} survived`);
  return survived.length === 0 ? 0 : 1;
}

/**
 * What is wrong with a test while every guard is in its place, by the test.
 * @type {Map<string, string | null>}
 */
const unharmed = new Map();

/**
 * @param {string} packages
 * @param {Vitest} vitest
 * @param {import("../planted-removals.mjs").PlantedRemoval} removal
 * @returns {Promise<string>}
 */
async function tryRemoval(packages, vitest, [, , file, find, replace, test, name]) {
  const run = () => runTests(vitest, join(packages, test), name);
  const key = `${test} ${name ?? ""}`;
  if (!unharmed.has(key)) unharmed.set(key, faultOf(await run()));
  const fault = unharmed.get(key);
  if (fault) return `UNTRIED, ${fault}`;
  const path = join(packages, file);
  const source = readFileSync(path, "utf8");
  const without = plantRemoval(source, find, replace);
  if (without === null) return "UNTRIED, its text does not stand in the file exactly once";
  writeFileSync(path, without);
  vitest.invalidateFile(path);
  const isCaught = (await run()).some((each) => each.result().errors?.some(isAssertion));
  writeFileSync(path, source);
  vitest.invalidateFile(path);
  return isCaught ? "caught" : "SURVIVED";
}

/**
 * One vitest for all of them, which starts Postgres once.
 * @param {string} checkout
 * @returns {Promise<Vitest>}
 */
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

/** A test that fails with its guard in place proves nothing. @param {readonly TestCase[]} tests */
function faultOf(tests) {
  if (tests.length === 0) return "there is no such test, or it does not run";
  const failed = tests.find((test) => !test.ok());
  return failed ? `"${failed.fullName}" fails with every guard in place` : null;
}

/**
 * Whatever else throws may only say that the removal was planted badly.
 * @param {{ readonly name?: string }} error
 */
const isAssertion = ({ name }) => name === "AssertionError";

/**
 * @param {Vitest} vitest
 * @param {string} file
 * @param {string} [name]
 * @returns {Promise<readonly TestCase[]>} Those that were run.
 */
async function runTests(vitest, file, name) {
  if (name === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")));
  const isIt = (/** @type {{ readonly moduleId: string }} */ { moduleId }) => moduleId === file;
  const { testModules } = await vitest.runTestSpecifications(
    (await vitest.globTestSpecifications([file])).filter(isIt),
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
 * @param {string} find
 * @param {string} replace
 */
function plantRemoval(source, find, replace) {
  const places = placesOf(source);
  const code = textAt(source, places);
  const wanted = textAt(find, placesOf(find)).replace(/,$/, "");
  const first = code.indexOf(wanted);
  if (wanted === "" || first === -1 || code.includes(wanted, first + 1)) return null;
  const [start, last] = [places[first] ?? 0, places[first + wanted.length - 1] ?? 0];
  const comma = /,\s*$/.test(find) ? (/^\s*,/.exec(source.slice(last + 1))?.[0].length ?? 0) : 0;
  return source.slice(0, start) + replace + source.slice(last + 1 + comma);
}

/**
 * Where each character stands that counts: no white space, and no comma in front of a closing
 * bracket.
 * @param {string} text
 */
function placesOf(text) {
  const trailing = new Set([...text.matchAll(/,(?=\s*[)\]}])/g)].map(({ index }) => index));
  return text
    .split("")
    .flatMap((character, index) => (/\s/.test(character) || trailing.has(index) ? [] : [index]));
}

/** @param {string} text @param {readonly number[]} places */
const textAt = (text, places) => places.map((place) => text[place]).join("");
