// The last words of .ci/run: what each suite took, and how much of everything passed.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./tasks/command.mjs";

/** @typedef {{ name: string, passed: number, failed: number, seconds: number, failures: string[] }} Suite */
/** @typedef {{ name: string, startTime: number, endTime: number, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} TestFile */

const [reports = "", ...codes] = process.argv.slice(2);
const [buildCode = "1", testCode = "1", fullCode = "1", browserCode = "1", checkCode = "1"] = codes;

/** @param {string} file @returns {any} */
const readReport = (file) =>
  existsSync(join(reports, file)) ? JSON.parse(readFileSync(join(reports, file), "utf8")) : null;

/** A line for each test that did not pass: where it stands, its title, and how its error begins. @param {TestFile} file @returns {string[]} */
function failuresIn(file) {
  const path = relative(ROOT, file.name);
  if (file.assertionResults.length === 0) return [`${path}: ${firstLine(file.message)}`];
  return file.assertionResults
    .filter(({ status }) => status !== "passed")
    .map(({ fullName, failureMessages = [], status }) =>
      [path, fullName, firstLine(failureMessages[0]) || status].join(": "),
    );
}

/** @param {string} [text] */
const firstLine = (text = "") => (text.split("\n")[0] ?? "").slice(0, 300);

/** Test files by the room they stand in. Whatever did not pass has failed: a skipped test too, and a file that could not be loaded. @param {string} kind @param {string} report @returns {Suite[]} */
function testSuites(kind, report) {
  /** @type {Map<string, Suite>} */
  const suites = new Map();
  for (const file of /** @type {TestFile[]} */ (readReport(report)?.testResults ?? [])) {
    const name = `${kind}: ${/^(?:packages\/)?([^/]+)/.exec(relative(ROOT, file.name))?.[1]}`;
    const suite = suites.get(name) ?? { name, passed: 0, failed: 0, seconds: 0, failures: [] };
    const passed = file.assertionResults.filter(({ status }) => status === "passed").length;
    suite.passed += passed;
    suite.failed +=
      file.assertionResults.length - passed + (file.assertionResults.length === 0 ? 1 : 0);
    suite.failures.push(...failuresIn(file));
    suite.seconds += Math.max(0, file.endTime - file.startTime) / 1000;
    suites.set(name, suite);
  }
  return [...suites.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** @returns {Suite[]} */
function checkSuites() {
  const outcomes = /** @type {import("./tasks/check.mjs").Outcome[]} */ (
    readReport("checks.json") ?? []
  );
  return outcomes.map(({ name, passed, seconds }) => ({
    name,
    passed: Number(passed),
    failed: Number(!passed),
    seconds,
    failures: [],
  }));
}

/** A step that failed without saying what counts as one failure; so does a step that did nothing. @param {string} name @param {Suite[]} suites @param {string} code */
function accountFor(name, suites, code) {
  const silent =
    suites.length === 0 || (code !== "0" && suites.every(({ failed }) => failed === 0));
  return silent
    ? [
        ...suites,
        {
          name: `${name}: ended with code ${code} and ${suites.length === 0 ? "nothing done" : "no failure named"}`,
          passed: 0,
          failed: 1,
          seconds: 0,
          failures: [],
        },
      ]
    : suites;
}

const suites = [
  {
    name: "build",
    passed: Number(buildCode === "0"),
    failed: Number(buildCode !== "0"),
    seconds: 0,
    failures: [],
  },
  ...accountFor("tests", testSuites("tests", "tests.json"), testCode),
  ...accountFor("every case", testSuites("every case", "full.json"), fullCode),
  ...accountFor("browser", testSuites("browser", "browser.json"), browserCode),
  ...accountFor("checks", checkSuites(), checkCode),
];
for (const { name, passed, failed, seconds } of suites) {
  console.log(
    `${failed > 0 ? "FAIL" : "ok  "}  ${name.padEnd(48)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
  );
}
for (const { name, failures } of suites) {
  for (const failure of failures) console.log(`      ${name}: ${failure}`);
}
const total = (/** @type {"passed" | "failed"} */ key) =>
  suites.reduce((sum, suite) => sum + suite[key], 0);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") > 0 || total("passed") === 0 ? 1 : 0;
