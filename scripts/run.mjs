// What `npm start`, `npm test` and the other root scripts run. Needs nothing but Node and npm:
// everything else it brings itself.
import { authServer } from "./tasks/auth-server.mjs";
import { bench } from "./tasks/bench.mjs";
import { build } from "./tasks/build.mjs";
import { check } from "./tasks/check.mjs";
import { Failure } from "./tasks/command.mjs";
import { dev } from "./tasks/dev.mjs";
import { docs } from "./tasks/docs.mjs";
import { example } from "./tasks/example.mjs";
import { generate } from "./tasks/generate.mjs";
import { mutate } from "./tasks/mutate.mjs";
import { pack } from "./tasks/pack.mjs";
import { prepareWorkspace } from "./tasks/prepare-workspace.mjs";
import { prove } from "./tasks/prove.mjs";
import { release } from "./tasks/release.mjs";
import { start } from "./tasks/start.mjs";
import { test } from "./tasks/test.mjs";
import { testInBrowser } from "./tasks/test-e2e.mjs";

/**
 * Each takes the arguments after its name and resolves to the exit code.
 * @type {Record<string, (args: readonly string[]) => Promise<number>>}
 */
const TASKS = {
  start,
  example,
  "auth-server": authServer,
  dev,
  build,
  pack,
  test,
  "test:e2e": testInBrowser,
  check,
  docs,
  bench,
  prove,
  mutate,
  generate,
  release,
};

const [name = "", ...args] = process.argv.slice(2);
const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;

if (!task) {
  console.error(`There is no task "${name}". There are: ${Object.keys(TASKS).join(", ")}.`);
  process.exit(2);
}
try {
  await prepareWorkspace({ serverOnly: task === start || task === authServer });
  process.exit(await task(args));
} catch (thrown) {
  console.error(thrown instanceof Failure ? `\n${thrown.message}` : thrown);
  process.exit(1);
}
