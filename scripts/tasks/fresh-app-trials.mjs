import { randomBytes } from "node:crypto";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withPort } from "./free-port.mjs";
import { ROOT, run } from "./command.mjs";
import { RESOLUTIONS, writeJestTest } from "./fresh-app-project.mjs";
import { readmeExamples } from "./readme-examples.mjs";

/** @typedef {import("./readme-examples.mjs").Example} Example */
/** @typedef {{ folder: string, port: number, node?: string }} App `node` runs it: this one, unless another is named. */

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;
/** Where both the mount and the server refuse a stranger. */
const GUARDED_PATH = "/api/v1/auth/me";

/** Compiles an application as its developers may, and leaves what `nodenext` makes of it in `dist`. @param {string} folder @returns {Promise<string | null>} */
export async function compileApp(folder) {
  for (const resolution of Object.keys(RESOLUTIONS)) {
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    const { code, output } = await run(tsc, ["-p", `tsconfig.${resolution}.json`], {
      cwd: folder,
      quiet: true,
    });
    if (code !== 0) return `With "${resolution}" the application does not compile:\n${output}`;
  }
  writeJestTest(folder);
  return null;
}

/** Runs what is compiled: both kinds of modules, the examples of the READMEs, and a test with both runners. @param {App} app @returns {Promise<string | null>} */
export async function runApp(app) {
  const steps = [
    ["dist/imported.mjs"],
    ["dist/required.cjs"],
    ...readmeExamples()
      .filter(({ trial }) => trial === "ends")
      .map(({ room }) => [`dist/${room}.js`]),
    ["node_modules/vitest/vitest.mjs", "run", "src/testing.test.ts"],
    ["--experimental-vm-modules", "node_modules/jest/bin/jest.js"],
  ];
  for (const args of steps) {
    const problem = await runNode(app, args);
    if (problem !== null) return problem;
  }
  for (const example of readmeExamples().filter(({ trial }) => trial === "serves")) {
    const problem = await serve(app, example);
    if (problem !== null) return `packages/${example.room}/README.md: ${problem}`;
  }
  return null;
}

/** @param {App} app */
const nodeOf = ({ node = process.execPath }) => node;

/** Without what Vitest tells its own children, who would take themselves for a part of it. @param {App} app @returns {NodeJS.ProcessEnv} */
const environmentOf = (app) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"))),
  PATH: [dirname(nodeOf(app)), process.env["PATH"] ?? ""].join(delimiter),
  PORT: String(app.port),
  SERVICE_AUTH_SECRET: randomBytes(32).toString("base64"),
});

/** @param {App} app @param {readonly string[]} args @returns {Promise<string | null>} */
async function runNode(app, args) {
  const options = { cwd: app.folder, env: environmentOf(app), quiet: true };
  const { code, output } = await run(nodeOf(app), args, options);
  return code === 0 ? null : `node ${args.join(" ")} ended with code ${code}:\n${output}`;
}

/** Starts an example, waits until it refuses a stranger, and stops it. @param {App} app @param {Example} example @returns {Promise<string | null>} */
async function serve(app, { room, language, text }) {
  const end = new AbortController();
  const command =
    language === "ts" ? `exec "${nodeOf(app)}" dist/${room}.js` : withPort(text, app.port);
  const running = run("bash", ["-euo", "pipefail", "-c", command], {
    cwd: app.folder,
    env: environmentOf(app),
    quiet: true,
    until: end.signal,
  });
  try {
    const ended = running.then(({ output }) => `it ended at once:\n${output}`);
    for (let waited = 0; waited < START_TIMEOUT_MS; waited += POLL_MS) {
      const answered = fetch(`http://localhost:${app.port}${GUARDED_PATH}`).then(
        ({ status }) => status,
        () => null,
      );
      const outcome = await Promise.race([ended, answered]);
      if (outcome === 401) return null;
      if (outcome !== null) return `a stranger gets ${outcome} instead of 401`;
      await sleep(POLL_MS);
    }
    return `nothing listens after ${START_TIMEOUT_MS / 1_000} seconds`;
  } finally {
    end.abort();
    await running;
  }
}
