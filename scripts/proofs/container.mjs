import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, mustRun, ROOT, run } from "../tasks/command.mjs";
import { commandOf, readDockerfile } from "./dockerfile.mjs";

/** @typedef {import("./dockerfile.mjs").Stage} Stage */
/** @typedef {{ env: NodeJS.ProcessEnv, folder: string }} Place */
/** @typedef {{ words: readonly string[], healthcheck: readonly string[] } & Place} Image */

const UNPRIVILEGED = 65_534;
const PATIENCE_MS = 60_000;

/**
 * Carries out the steps of the Dockerfile without a container engine: in a bare folder that stands for the root of the image, with the Node of this
 * machine. Then runs the server and the example as the images do: as a user who may write nothing but the volume.
 */
export async function proveContainer() {
  if (process.getuid?.() !== 0)
    throw new Failure("This proof becomes another user: run it as root.");
  const root = mkdtempSync(join(tmpdir(), "image-"));
  chmodSync(root, 0o755);
  process.on("exit", () => rmSync(root, { recursive: true, force: true }));
  const stages = readDockerfile(readFileSync(join(ROOT, "Dockerfile"), "utf8"));
  const images = /** @type {Map<string, Image>} */ (new Map());
  for (const stage of stages) images.set(stage.name, await buildStage(stage, root, images));
  await serveAccounts(imageOf(images, "server"), root);
  await showExample(imageOf(images, "example"));
  return 0;
}

/** @param {ReadonlyMap<string, Image>} images @param {string} name @returns {Image} */
function imageOf(images, name) {
  const image = images.get(name);
  if (!image) throw new Failure(`The Dockerfile has no stage "${name}".`);
  return image;
}

/** Puts what is absolute in the image below `root`. @param {string} text @param {string} root */
const below = (text, root) =>
  text
    .replace(/(?<![\w./-])\/(?=(?:src|app|data|opt)\b)/g, `${root}/`)
    .replace("-o node -g node", `-o ${UNPRIVILEGED} -g ${UNPRIVILEGED}`);

/**
 * What a step does to the image that is made. The others change nothing here.
 * @type {Readonly<Record<string, (image: Image, text: string, stage: string) => unknown>>}
 */
const CARRY_OUT = {
  WORKDIR: (image, text) => mkdirSync((image.folder = text), { recursive: true }),
  ENV: (image, text) => setVariable(image.env, text),
  // `COPY --from` copies what is below the same root already.
  COPY: (image, text) => (text === ". ." ? copyContext(image.folder) : null),
  RUN: (image, text, stage) => runStep(stage, text, image),
  CMD: (image, text) => (image.words = commandOf(text)),
  HEALTHCHECK: (image, text) => (image.healthcheck = commandOf(text)),
};

/** @param {Stage} stage @param {string} root @param {ReadonlyMap<string, Image>} images @returns {Promise<Image>} */
async function buildStage({ name, from, steps }, root, images) {
  const base = images.get(from);
  /** @type {Image} */
  const image = {
    env: { ...(base?.env ?? { PATH: process.env["PATH"], HOME: process.env["HOME"] }) },
    folder: base?.folder ?? root,
    words: [],
    healthcheck: [],
  };
  for (const { word, rest } of steps) await CARRY_OUT[word]?.(image, below(rest, root), name);
  return image;
}

/** @param {NodeJS.ProcessEnv} env @param {string} text */
function setVariable(env, text) {
  const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(text) ?? [];
  env[name] = value.replace(/\$(\w+)/g, (_, other) => env[other] ?? "");
}

/** What git knows or would add: the same as what `.dockerignore` lets pass. @param {string} folder */
async function copyContext(folder) {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { output } = await run("git", list, { quiet: true });
  for (const name of output.split("\n").filter((each) => each !== "")) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(ROOT, name), join(folder, name));
  }
}

/** @param {string} stage @param {string} command @param {Place} place */
async function runStep(stage, command, { env, folder }) {
  console.log(`${stage}: ${command}`);
  // Native addons are compiled against the headers of the Node that runs here.
  const nodedir = process.env["npm_config_nodedir"];
  await mustRun("sh", ["-euc", command], {
    cwd: folder,
    env: { ...env, ...(nodedir && { npm_config_nodedir: nodedir }) },
  });
}

/** @param {Image} image @param {NodeJS.ProcessEnv} env */
function startAsNobody({ words: [program = "", ...args], folder, env: own }, env) {
  const child = spawn(program === "node" ? process.execPath : program, args, {
    cwd: folder,
    env: { ...own, ...env },
    uid: UNPRIVILEGED,
    gid: UNPRIVILEGED,
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.on("exit", () => child.kill("SIGKILL"));
  return child;
}

/** Serves over SQLite on the volume, is healthy and ready, keeps an account over a restart, and stops with code 0. @param {Image} image @param {string} root */
async function serveAccounts(image, root) {
  const port = await freePort();
  const env = {
    PORT: String(port),
    SERVICE_AUTH_SECRET: "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=",
    SERVICE_AUTH_URL: `http://localhost:${port}`,
    APP_URL: "http://localhost:3004",
    SMTP_URL: "smtp://localhost:1",
    MAIL_FROM: "auth@example.com",
  };
  const person = { email: "ada@example.com", password: "correct horse battery", name: "Ada" };
  for (const path of ["/api/auth/sign-up/email", "/api/auth/sign-in/email"]) {
    const child = startAsNobody(image, env);
    await until("healthy", async () => (await check(image, env)) === 0);
    await expectStatus(`http://localhost:${port}/readyz`);
    await expectStatus(`http://localhost:${port}${path}`, person);
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Failure(`The server stopped with code ${code}.`);
  }
  if ((await check(image, env)) === 0) throw new Failure("A stopped server is still healthy.");
  const { output } = await run("find", [join(root, "app"), "-user", String(UNPRIVILEGED)], {
    quiet: true,
  });
  if (output !== "") throw new Failure(`The server has written outside its volume:\n${output}`);
  if (readdirSync(join(root, "app/dist/program/.compiled")).length === 0)
    throw new Failure("No compiled code is in the image.");
  console.log("The server is healthy, ready, keeps accounts on its volume, and stops with code 0.");
}

/** @param {Image} image @param {NodeJS.ProcessEnv} env */
const check = async ({ healthcheck: [, ...args] }, env) =>
  (await run(process.execPath, args, { env: { ...process.env, ...env } })).code;

/** @param {Image} image */
async function showExample(image) {
  const child = startAsNobody(image, {});
  await until("served", async () =>
    (await fetch("http://localhost:3004/sign-in")).text().then((page) => page.includes("<script")),
  );
  child.kill("SIGTERM");
  console.log("The example is served.");
}

/** @param {string} url @param {object} [body] */
async function expectStatus(url, body) {
  const reply = await fetch(url, {
    ...(body && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (reply.status !== 200)
    throw new Failure(`${url} answers ${reply.status}: ${await reply.text()}`);
}

/** @param {string} what @param {() => Promise<boolean>} holds */
async function until(what, holds) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200))
    if (await holds().catch(() => false)) return;
  throw new Failure(`It was not ${what} within a minute.`);
}

async function freePort() {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  return port;
}
