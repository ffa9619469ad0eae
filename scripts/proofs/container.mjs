import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Failure, mustRun, ROOT, run } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";
import { statusOf, until } from "../tasks/until.mjs";

/**
 * @typedef {{ env: NodeJS.ProcessEnv, folder: string, command: readonly string[], healthcheck:
 * readonly string[] }} Image
 */

const NOBODY = 65_534;
/**
 * Carries out the steps of the Dockerfile without a container engine: in a bare folder that stands
 * for the root of the image, with the Node of this machine. Then runs the server and the example as
 * the images do: as a user who may write nothing but the volume.
 */
export async function proveContainer() {
  if (process.getuid?.() !== 0) throw new Failure("It becomes another user: run it as root.");
  const start = performance.now();
  const root = mkdtempSync(join(tmpdir(), "image-"));
  chmodSync(root, 0o755);
  process.on("exit", () => rmSync(root, { recursive: true, force: true }));
  const images = await build(root);
  const [server, example] = [images.get("server"), images.get("example")];
  if (!server || !example) throw new Failure("The Dockerfile has no stage server or example.");
  await serveAccounts(server, root, start);
  startAsNobody(example, {});
  await until("the example is served", async () =>
    (await (await fetch("http://localhost:3004/sign-in")).text()).includes("<script"),
  );
  console.log("The example is served.");
  return 0;
}

/**
 * What a step does to the image that is made. Those that do nothing here say what is done anyway,
 * or is copied from below the same root.
 * @type {Readonly<Record<string, (image: Image, text: string) => unknown>>}
 */
const STEPS = {
  WORKDIR: (image, text) => mkdirSync((image.folder = text), { recursive: true }),
  ENV: ({ env }, text) => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(text) ?? [];
    env[name] = value.replace(/\$(\w+)/g, (_, other) => env[other] ?? "");
  },
  COPY: ({ folder }, text) => (text === ". ." ? copyContext(folder) : null),
  RUN: runStep,
  CMD: (image, text) => (image.command = JSON.parse(text)),
  HEALTHCHECK: (image, text) => (image.healthcheck = JSON.parse(text.replace(/^[^[]*/, ""))),
  ...Object.fromEntries(["ARG", "EXPOSE", "USER", "VOLUME"].map((word) => [word, () => {}])),
};

/**
 * @param {string} root
 * @returns {Promise<ReadonlyMap<string, Image>>} By the names of the stages.
 */
async function build(root) {
  const lines = readFileSync(join(ROOT, "Dockerfile"), "utf8").replace(/\\\n/g, " ").split("\n");
  const images = /** @type {Map<string, Image>} */ (new Map());
  const { PATH, HOME } = process.env;
  const machine = { env: { PATH, HOME }, folder: root, command: [], healthcheck: [] };
  /** @type {Image} */
  let image = machine;
  for (const line of lines.filter((each) => /^[A-Z]/.test(each))) {
    const [, word = "", text = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const [, from = "", name = ""] = /^(\S+) AS (\S+)$/.exec(text) ?? [];
    const step = STEPS[word];
    if (word === "FROM") {
      const base = images.get(from) ?? machine;
      image = { ...machine, folder: base.folder, env: { ...base.env } };
      images.set(name, image);
    } else if (step) await step(image, below(root, text));
    else throw new Failure(`This proof does not know ${line}`);
  }
  return images;
}

/**
 * What is absolute in the image stands below the root.
 * @param {string} root
 * @param {string} text
 */
const below = (root, text) =>
  text
    .replace(/(?<![\w./-])\/(?=(?:src|app|data|opt)\b)/g, `${root}/`)
    .replace("-o node -g node", `-o ${NOBODY} -g ${NOBODY}`);

/**
 * What git knows or would add: the same as what `.dockerignore` lets pass.
 * @param {string} folder
 */
async function copyContext(folder) {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { output } = await run("git", list, { quiet: true });
  for (const name of output.trim().split("\n")) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(ROOT, name), join(folder, name));
  }
}

/** @param {Image} image @param {string} command */
async function runStep({ env, folder }, command) {
  console.log(command);
  // Native addons are compiled against the headers of the Node that runs here.
  const { npm_config_nodedir } = process.env;
  const headers = npm_config_nodedir ? { npm_config_nodedir } : {};
  await mustRun("sh", ["-euc", command], { cwd: folder, env: { ...env, ...headers } });
}

/** @param {Image} image @param {NodeJS.ProcessEnv} env */
function startAsNobody({ command: [program = "", ...args], folder, env: own }, env) {
  const child = spawn(program === "node" ? process.execPath : program, args, {
    cwd: folder,
    env: { ...own, ...env },
    uid: NOBODY,
    gid: NOBODY,
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.on("exit", () => child.kill("SIGKILL"));
  return child;
}

/**
 * Serves over SQLite on the volume, is healthy and ready, keeps an account over a restart, which
 * turns the ready pages on and adds a passkey, and stops with code 0.
 * @param {Image} image
 * @param {string} root
 * @param {number} start When the first step began, by `performance.now`.
 */
async function serveAccounts(image, root, start) {
  const url = `http://localhost:${await freePort()}`;
  const env = {
    PORT: new URL(url).port,
    SERVICE_AUTH_SECRET: "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=",
    SERVICE_AUTH_URL: url,
    SMTP_URL: "smtp://localhost:1",
    MAIL_FROM: "auth@example.com",
  };
  const [, ...check] = image.healthcheck;
  const isHealthy = async () =>
    (await run(process.execPath, check, { env: { ...process.env, ...env } })).code === 0;
  const person = { email: "ada@example.com", password: "correct horse battery", name: "Ada" };
  const post = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(person),
  };
  for (const { path, page, front } of [
    { path: "/api/auth/sign-up/email", page: 404, front: { APP_URL: "http://localhost:3004" } },
    { path: "/api/auth/sign-in/email", page: 200, front: { PAGES: "on" } },
  ]) {
    const child = startAsNobody(image, { ...env, ...front });
    await until("the server is healthy", isHealthy);
    const statuses = [
      await statusOf(`${url}/readyz`),
      await statusOf(url + path, post),
      await statusOf(`${url}/sign-in`),
    ];
    if (statuses.join() !== [200, 200, page].join())
      throw new Failure(`/readyz, ${path} and /sign-in answer ${statuses.join(", ")}.`);
    if (page === 200) await addPasskey(url, post);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${path}: answered ${seconds} s after the first step.`);
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Failure(`The server stopped with code ${code}.`);
  }
  if (await isHealthy()) throw new Failure("A stopped server is still healthy.");
  const app = join(root, "app");
  const { output } = await run("find", [app, "-user", String(NOBODY)], { quiet: true });
  if (output !== "") throw new Failure(`The server has written outside its volume:\n${output}`);
  await mustRun("sh", ["-c", `ls ${app}/dist/program/.compiled/*`], { quiet: true });
  console.log(
    "The server is healthy, ready, keeps accounts on its volume, has the pages, and stops with code 0.",
  );
}

/**
 * Signs in on the pages' origin, and adds a passkey.
 * @param {string} url
 * @param {RequestInit} signIn
 */
async function addPasskey(url, signIn) {
  const { createSoftwareAuthenticator } = await import(
    join(ROOT, "packages/testing/dist/index.js")
  );
  const { headers } = await fetch(`${url}/api/auth/sign-in/email`, signIn);
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const ask = async (/** @type {string} */ call, /** @type {object} */ body) => {
    const answer = await fetch(`${url}/api/auth/passkey/${call}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: url, Cookie: cookie },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Failure(`${call} is ${answer.status}.`);
    return answer.json();
  };
  const authenticator = createSoftwareAuthenticator({ origin: url });
  const options = await ask("generate-register-options", {});
  await ask("verify-registration", { response: authenticator.create(options) });
}
