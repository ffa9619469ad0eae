import { existsSync, readdirSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT, run, stopRunning } from "./command.mjs";
import { announce, runPage } from "./example.mjs";
import { serverEnvironment } from "./start.mjs";

const SERVER = join(ROOT, "packages", "server");
/** Below the server's node_modules, so that its dependencies are found from there, and beside `dist`, which the tests use. */
const OUTPUT = join(SERVER, "node_modules", ".cache", "dev");
/** Editors write several files, and each more than once. */
const SETTLE_MS = 50;

/** Runs the reference server and the example front end for development: a changed source restarts the server, or reloads the page. */
export async function dev() {
  const env = serverEnvironment();
  const page = runPage(env);
  void announce(env);
  const { code } = await Promise.race([page, keepServing(env)]);
  stopRunning("SIGTERM");
  await page;
  return code;
}

/** Starts the server anew after every change that builds. Never ends by itself. @param {NodeJS.ProcessEnv} env @returns {Promise<never>} */
async function keepServing(env) {
  const changes = watchSources();
  const bundler = await createBundler();
  /** @type {(() => Promise<void>) | null} */
  let stop = null;
  for (;;) {
    const change = changes.next();
    if (await builds(bundler)) {
      await stop?.();
      stop = startServer(env);
    }
    await change;
    console.log("Sources have changed: building the server …");
  }
}

/** Returns what stops the server. A server that ends by itself starts again at the next change. @param {NodeJS.ProcessEnv} env */
function startServer(env) {
  const stopping = new AbortController();
  const ended = run(process.execPath, ["--enable-source-maps", join(OUTPUT, "main.js")], {
    env,
    service: true,
    until: stopping.signal,
  });
  void ended.then(({ code }) => {
    if (code !== 0)
      console.log(`The server ended with code ${code}. It starts again when a source changes.`);
  });
  return async () => {
    stopping.abort();
    await ended;
  };
}

/** Like the build of the server (its tsup.config.ts), but only the parts that changed are read again. */
async function createBundler() {
  const { context } = await import("esbuild"); // Here, for nothing is installed when this file is loaded.
  const { dependencies } = JSON.parse(readFileSync(join(SERVER, "package.json"), "utf8"));
  return context({
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
  });
}

/** esbuild prints what is wrong. @param {import("esbuild").BuildContext} bundler */
const builds = (bundler) =>
  bundler.rebuild().then(
    () => true,
    () => false,
  );

/** Changes of sources, one for all that come at once. */
function watchSources() {
  let waiting = () => {};
  for (const name of readdirSync(join(ROOT, "packages"))) {
    const folder = join(ROOT, "packages", name, "src");
    if (!existsSync(folder)) continue;
    watch(folder, { recursive: true }, (_, file) => {
      if (!file?.endsWith(".test.ts")) waiting();
    });
  }
  const changed = () =>
    new Promise((/** @type {(_: void) => void} */ resolve) => (waiting = resolve));
  return { next: () => changed().then(() => wait(SETTLE_MS)) };
}
