// The last line of .ci/run, `N passed, N failed`: of the tests in each report, and of each step that ended with another code than 0.
import { existsSync, readFileSync } from "node:fs";

let [passed, failed] = [0, 0];
for (const step of process.argv.slice(2)) {
  const [report = "", code = "1"] = step.split("=");
  const tests = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  passed += tests?.numPassedTests ?? Number(code === "0");
  // What was skipped or could not be loaded has not passed, and a step that fails without a word fails too.
  failed += Math.max(
    (tests?.numTotalTests ?? 0) - (tests?.numPassedTests ?? 0),
    Number(code !== "0"),
  );
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
