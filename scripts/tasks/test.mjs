import { buildServer } from "./build.mjs";
import { run } from "./command.mjs";
import { withTemporaryFilesInMemory } from "./temporary-files.mjs";

/**
 * Every test there is, but the browser suite and the proofs; arguments go to vitest. Builds the
 * server first, because some tests start it as a process of its own.
 * @param {readonly string[]} args
 */
export const test = (args) => runTests(args, process.env);

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
export async function runTests(args, env) {
  await buildServer();
  const { code } = await run("node_modules/.bin/vitest", ["run", ...args], {
    env: withTemporaryFilesInMemory(env),
  });
  return code;
}
