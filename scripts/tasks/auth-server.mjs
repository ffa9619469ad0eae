import { buildServer, SERVER_ENTRY } from "./build.mjs";
import { run } from "./command.mjs";
import { writtenEnvironment } from "./start.mjs";

/**
 * Runs a command of the reference server, such as `doctor`, with the environment that `npm start`
 * has.
 * @param {readonly string[]} words
 */
export async function authServer(words) {
  await buildServer();
  const { code } = await run(process.execPath, [SERVER_ENTRY, ...words], {
    env: writtenEnvironment(),
    interactive: true,
  });
  return code;
}
