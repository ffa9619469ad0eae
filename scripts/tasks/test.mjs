import { buildServer } from "./build.mjs";
import { run } from "./command.mjs";

/** The whole suite; arguments go to vitest. Builds the server first, for some tests start it as a process of its own. @param {readonly string[]} args */
export async function test(args) {
  await buildServer();
  const { code } = await run("node_modules/.bin/vitest", ["run", ...args]);
  return code;
}
