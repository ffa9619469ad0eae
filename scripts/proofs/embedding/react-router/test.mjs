import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { it } from "node:test";
import { proveNotesInBrowser } from "./browse.mjs";
import { proveStop } from "./stop.mjs";
import { createVisitor, PORT, provePages, proveSessions, signUp, whileRunning } from "./visit.mjs";

const BIN = "node_modules/@react-router";
const START = {
  built: [`${BIN}/serve/bin.cjs`, "build/server/index.js"],
  developed: [`${BIN}/dev/bin.cjs`, "dev", "--port", PORT],
};
const env = { PORT, SERVICE_AUTH_URL: `http://localhost:${PORT}` };
const SIGN_IN = /\/auth\/sign-in\?next=%2Fnotes$/;
const note = (text) => new URLSearchParams({ text });

/** A page and an action for people who are signed in, as browsers ask for them. */
async function prove(origin, printed) {
  await proveSessions(origin, "/api/notes");
  await provePages(origin, { base: "/auth", guarded: "/notes", printed });
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  const home = await visit("/");
  assert.match(await home.text(), /href="[^"]*\/auth\/sign-in\?next=%2Fnotes">Sign in/);
  assert.equal(home.headers.get("Cache-Control"), "no-store");
  await proveStranger(visit);

  await signUp(visit, "grace@example.com");
  const written = await visit("/notes", note("Buy milk"));
  assert.equal(written.status, 302);
  assert.equal(written.headers.get("Location"), "/notes");
  assert.equal((await visit("/notes", note(" "))).status, 422);
  for (const [path, type] of [
    ["/notes", /^text\/html/],
    ["/notes.data", /^text\/x-script/],
  ]) {
    const page = await visit(path);
    assert.match(page.headers.get("Content-Type"), type);
    assert.equal(page.headers.get("Cache-Control"), "no-store");
    assert.match(await page.text(), /grace@example\.com[^]*Buy milk/);
  }
  await proveForgeries(origin, cookies);
  assert.doesNotMatch(await (await visit("/notes")).text(), /forged/);

  const thief = createVisitor(origin, new Map(cookies));
  assert.equal((await visit("/api/auth/sign-out", {})).status, 200);
  await proveStranger(thief);
}

/** Neither the page nor its data nor the action is for who is not signed in. */
async function proveStranger(visit) {
  for (const body of [undefined, note("forged")]) {
    const answer = await visit("/notes", body);
    assert.equal(answer.status, 302);
    assert.match(answer.headers.get("Location"), SIGN_IN);
    assert.equal(answer.headers.get("Cache-Control"), "no-store");
  }
  // React Router tells its script of a redirect in the body, which is no JSON.
  for (const query of ["", "?_routes=routes/notes"]) {
    const data = await visit(`/notes.data${query}`);
    assert.equal(data.status, 202);
    assert.equal(data.headers.get("Cache-Control"), "no-store");
    const text = await data.text();
    assert.match(text, /\/auth\/sign-in\?next=%2Fnotes"/);
    assert.doesNotMatch(text, /author|written/);
  }
}

async function proveForgeries(origin, cookies) {
  const from = (foreign) => createVisitor(origin, new Map(cookies), foreign);
  // React Router refuses what is neither its own origin nor allowed, and the library what is allowed
  // to React Router alone.
  for (const path of ["/notes", "/notes.data"]) {
    assert.equal((await from("https://elsewhere.example")(path, note("forged"))).status, 400);
    assert.equal((await from("https://notes.example.com")(path, note("forged"))).status, 403);
  }
}

it("is compiled with the configuration of the page", () => {
  for (const [program, ...args] of [
    [`${BIN}/dev/bin.cjs`, "typegen"],
    ["node_modules/typescript/bin/tsc"],
  ]) {
    const { status, stdout } = spawnSync(process.execPath, [program, ...args], {
      encoding: "utf8",
    });
    assert.equal(status, 0, stdout);
  }
});

for (const [how, start] of Object.entries(START))
  it(`as it is ${how}, it guards pages, data and actions, and leads to the ready pages`, async () => {
    rmSync("data", { recursive: true, force: true });
    await whileRunning(start, prove, { env });
  });

it("guards what its scripts do in Chromium", () =>
  whileRunning(START.built, proveNotesInBrowser, { env }));

it("answers what is under way when it is stopped, and closes what it has open", () =>
  proveStop(START.built, { env, stopsWorker: true }));

it("accepts its forms behind a proxy that ends TLS, and does not start without a secret", async () => {
  const url = "https://notes.example.com";
  const secure = { env: { ...env, SERVICE_AUTH_URL: url } };
  const behindProxy = async (origin) => {
    const visit = createVisitor(origin, new Map(), url);
    await signUp(visit, "joan@example.com");
    assert.equal((await visit("/notes", note("Buy tea"))).status, 302);
    assert.match(await (await visit("/notes")).text(), /Buy tea/);
  };
  await whileRunning(START.built, behindProxy, secure);
  const missing = { encoding: "utf8", env: { ...process.env, ...env, SERVICE_AUTH_SECRET: "" } };
  const { status, stderr } = spawnSync(process.execPath, START.built, missing);
  assert.equal(status, 1);
  assert.match(stderr, /SERVICE_AUTH_SECRET is missing/);
});
