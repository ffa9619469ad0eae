// The last line of .ci/run, `N passed, N failed`: of the tests in each report, and of each step
// that has none. What was skipped has not passed, and a step that fails without a word has failed
// once. Before it a line for each that failed, which the output has far above.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** @typedef {{ assertionResults: readonly { status: string, fullName: string }[] }} TestedFile */

let [passed, failed] = [0, 0];
for (const step of process.argv.slice(2)) {
  const [name = "", code = ""] = step.split("=");
  const tests = existsSync(name) ? JSON.parse(readFileSync(name, "utf8")) : null;
  const went = code === "0" && (tests !== null || !name.endsWith(".json"));
  passed += tests?.numPassedTests ?? Number(went);
  failed += Math.max((tests?.numTotalTests ?? 0) - (tests?.numPassedTests ?? 0), Number(!went));
  if (!went) console.log(`failed: ${basename(name, ".json")}, exit code ${code}`);
  const files = /** @type {readonly TestedFile[]} */ (tests?.testResults ?? []);
  for (const { status, fullName } of files.flatMap(({ assertionResults }) => assertionResults))
    if (status !== "passed") console.log(`${status}: ${fullName}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
