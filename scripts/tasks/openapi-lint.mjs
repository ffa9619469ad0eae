import { join, relative } from "node:path";
import { ROOT, run } from "./command.mjs";

/** The linter reports on its use, and asks for newer versions, unless it is told not to. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/**
 * Lints an OpenAPI document with the recommended rules of Redocly. A warning is a finding too.
 * @param {string} path @returns {Promise<string | null>} The findings; null when there are none.
 */
export async function lintOpenapi(path) {
  const { output, stdout } = await run(
    join(ROOT, "node_modules/.bin/redocly"),
    ["lint", path, "--extends=recommended", "--format=json", "--max-problems=50"],
    { env: { ...process.env, ...QUIET }, quiet: true },
  );
  if (!stdout.startsWith("{")) return `the linter ended without a report:\n${output}`;
  const { problems } = JSON.parse(stdout);
  const findings = problems.map(
    (
      /** @type {{ ruleId: string, message: string, location: readonly { pointer: string }[] }} */ {
        ruleId,
        message,
        location,
      },
    ) => `${relative(ROOT, path)}${location[0]?.pointer ?? ""}: ${message} (${ruleId})`,
  );
  return findings.length === 0 ? null : findings.join("\n");
}
