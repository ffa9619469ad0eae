import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run, stopRunning } from "./command.mjs";
import { announce, runPage } from "./example.mjs";
import { serverEnvironment, withoutPages } from "./start.mjs";

const SERVER = join(ROOT, "packages", "server");
/**
 * Below the server's node_modules, so that its dependencies are found from there, and beside
 * `dist`, which the tests use.
 */
const OUTPUT = join(SERVER, "node_modules", ".cache", "dev");

/**
 * Runs the reference server and the example page for development: a changed source restarts
 * the server, or reloads the page.
 */
export async function dev() {
  const env = withoutPages(serverEnvironment());
  const page = runPage(env);
  void announce(env);
  await watchServer(env);
  const { code } = await page;
  stopRunning("SIGTERM");
  return code;
}

/**
 * Starts the server anew after every change that builds; esbuild prints what is wrong with one that
 * does not.
 * @param {NodeJS.ProcessEnv} env
 */
async function watchServer(env) {
  const { context } = await import("esbuild"); // Here, for nothing is installed when this file is loaded.
  const { dependencies } = JSON.parse(readFileSync(join(SERVER, "package.json"), "utf8"));
  let stop = async () => {};
  // Like the build of the server (its tsup.config.ts).
  const bundler = await context({
    absWorkingDir: SERVER,
    entryPoints: ["src/main.ts"],
    outdir: OUTPUT,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "node20",
    platform: "node",
    sourcemap: true,
    conditions: ["@acme/source"],
    external: [...Object.keys(dependencies), "pg-native"],
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
    logLevel: "info",
    plugins: [
      {
        name: "restart",
        setup: ({ onEnd }) =>
          onEnd(async ({ errors }) => {
            if (errors.length > 0) return;
            await stop();
            stop = startServer(env);
          }),
      },
    ],
  });
  await bundler.watch();
}

/**
 * Returns what stops the server. One that ends by itself starts again at the next change.
 * @param {NodeJS.ProcessEnv} env
 */
function startServer(env) {
  const stopping = new AbortController();
  const args = ["--enable-source-maps", join(OUTPUT, "main.js")];
  const ended = run(process.execPath, args, { env, service: true, until: stopping.signal });
  void ended.then(({ code }) => {
    if (code !== 0)
      console.log(`The server ended with code ${code}. It starts again when a source changes.`);
  });
  return async () => {
    stopping.abort();
    await ended;
  };
}
