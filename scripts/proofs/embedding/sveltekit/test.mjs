import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { before, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { proveStop } from "./stop.mjs";
import {
  createVisitor,
  PORT,
  provePages,
  proveSessions,
  SECRET,
  signUp,
  whileRunning,
} from "./visit.mjs";

const env = { SERVICE_AUTH_URL: `http://localhost:${PORT}`, SERVICE_AUTH_SECRET: SECRET, PORT };

/** Runs a program. Resolves with its code and what it printed. */
async function run(args, more = {}) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env, ...more } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "exit");
  return { code, output };
}

before(async () => {
  for (const args of [
    ["node_modules/vite/bin/vite.js", "build"],
    ["node_modules/@sveltejs/kit/svelte-kit.js", "sync"],
    ["node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"],
  ]) {
    const { code, output } = await run(args);
    assert.equal(code, 0, output);
  }
});

async function prove(origin, printed) {
  await proveSessions(origin, "/api/notes");
  await provePages(origin, { base: "/auth", guarded: "/notes", printed });
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  assert.match(await (await visit("/")).text(), /Sign in/);
  const ofQuery = (await visit("/notes?of=ada")).headers.get("Location");
  assert.match(ofQuery, /\/auth\/sign-in\?next=%2Fnotes%3Fof%3Dada$/);
  await signUp(visit, "grace@example.com");
  const page = await visit("/");
  assert.equal(page.headers.get("Cache-Control"), "no-store");
  const text = await page.text();
  assert.match(text, /Signed in as grace@example\.com\./);
  assert.doesNotMatch(text, /reclaimedAt/);
  const data = await visit("/notes/__data.json");
  assert.equal(data.headers.get("Cache-Control"), "no-store");
  assert.match(await data.text(), /grace@example\.com/);
  const ofStranger = await createVisitor(origin)("/notes/__data.json");
  assert.match(await ofStranger.text(), /"redirect".*\/auth\/sign-in/);
  await proveAction(origin, cookies);
}

/** The action writes for who is signed in, here, and for nobody else. */
async function proveAction(origin, cookies) {
  const visit = createVisitor(origin, cookies);
  const note = (text) => new URLSearchParams({ text });
  assert.match(await (await visit("/notes", note("Compilers"))).text(), /<li>Compilers<\/li>/);
  const refused = await visit("/notes", note(" "));
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /<p role="alert">A note has a text\.<\/p>/);
  const stranger = await createVisitor(origin)("/notes", note("Eve's"));
  assert.match(stranger.headers.get("Location"), /\/auth\/sign-in/);
  const foreign = createVisitor(origin, new Map(cookies), "https://elsewhere.example");
  assert.equal((await foreign("/notes", note("Eve's"))).status, 403);
  assert.doesNotMatch(await (await visit("/notes")).text(), /Eve/);
}

it("vite build: signs people up and in, guards routes, pages, data and form actions", async () => {
  rmSync("data", { recursive: true, force: true });
  await whileRunning(["build/index.js"], prove, { env });
});

it("vite dev: guards too, and refuses other origins, which SvelteKit does not do there", async () => {
  rmSync("data", { recursive: true, force: true });
  const dev = ["node_modules/vite/bin/vite.js", "dev", "--port", PORT, "--strictPort"];
  await whileRunning(
    dev,
    async (origin) => {
      await proveSessions(origin, "/api/notes");
      const cookies = new Map();
      await signUp(createVisitor(origin, cookies), "grace@example.com");
      const foreign = createVisitor(origin, cookies, "https://elsewhere.example");
      const answer = await foreign("/notes", new URLSearchParams({ text: "Eve's" }));
      assert.match(answer.headers.get("Location"), /\/auth\/sign-in/);
      assert.doesNotMatch(await (await createVisitor(origin, cookies)("/notes")).text(), /Eve/);
    },
    { env },
  );
});

for (const worker of ["", "apart"])
  it(`stopped with NOTES_WORKER=${worker}, it answers what is under way and closes what it has open`, () =>
    proveStop(["build/index.js"], { env: { ...env, NOTES_WORKER: worker } }));

it("does not start without a secret", async () => {
  const { code, output } = await run(["build/index.js"], { SERVICE_AUTH_SECRET: "" });
  assert.notEqual(code, 0);
  assert.match(output, /secret/i);
});

it("a worker apart delivers what the server does not", async () => {
  rmSync("data", { recursive: true, force: true });
  await whileRunning(
    ["build/index.js"],
    async (origin, printed) => {
      const worker = spawn(process.execPath, ["src/worker.ts"], {
        env: { ...process.env, ...env },
      });
      const ended = once(worker, "exit");
      let mailed = "";
      worker.stdout.setEncoding("utf8").on("data", (text) => (mailed += text));
      for (const email of ["worked@example.com", "later@example.com"]) {
        await signUp(createVisitor(origin), email);
        for (let waited = 0; waited < 600 && !mailed.includes(email); waited++) await sleep(100);
        await sleep(3_000);
      }
      worker.kill();
      assert.deepEqual(await ended, [0, null]);
      assert.match(mailed, /later@example\.com: /);
      assert.doesNotMatch(printed(), /(?:worked|later)@example\.com: /);
    },
    { env: { ...env, NOTES_WORKER: "apart" } },
  );
});
