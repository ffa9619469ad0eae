import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { it } from "node:test";
import { proveNotesInBrowser } from "./browse.mjs";
import { proveStop } from "./stop.mjs";
import { createVisitor, PORT, provePages, proveSessions, signUp, whileRunning } from "./visit.mjs";

const START = {
  built: [
    ...["node_modules/srvx/bin/srvx.mjs", "--prod"],
    ...["--entry", "dist/server/server.js", "--static", "../client"],
  ],
  developed: ["node_modules/vite/bin/vite.js", "dev", "--port", PORT],
};
const env = { PORT, SERVICE_AUTH_URL: `http://localhost:${PORT}` };
const note = (text) => new URLSearchParams({ text });

/** A page and a server function for people who are signed in, as browsers ask for them. */
async function prove(origin, printed) {
  await proveSessions(origin, "/api/notes");
  await provePages(origin, { base: "/auth", guarded: "/notes", printed });
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  const home = await visit("/");
  assert.match(await home.text(), /href="\/auth\/sign-in\?next=%2Fnotes">Sign in/);
  assert.equal(home.headers.get("Cache-Control"), "no-store");

  await signUp(visit, "grace@example.com");
  const action = await readAction(visit);
  await proveStranger(createVisitor(origin), action);
  const written = await visit(action, note("Buy milk"));
  assert.equal(written.status, 303);
  assert.equal(written.headers.get("Location"), "/notes");
  assert.equal((await visit(action, note(" "))).status, 422);
  await proveForgeries(origin, { cookies, action });
  const page = await (await visit("/notes")).text();
  assert.match(page, /grace@example\.com/);
  assert.match(page, /<li>Buy milk/);
  assert.doesNotMatch(page, /forged/);

  const thief = createVisitor(origin, new Map(cookies));
  assert.equal((await visit("/api/auth/sign-out", {})).status, 200);
  await proveStranger(thief, action);
}

/** Where the form of the page sends a note. */
async function readAction(visit) {
  const page = await visit("/notes");
  assert.equal(page.headers.get("Cache-Control"), "no-store");
  const [, action] = /<form action="(\/_serverFn\/[^"]+)"/.exec(await page.text());
  return action;
}

/** Neither the page nor its server function is for who is not signed in. */
async function proveStranger(visit, action) {
  const page = await visit("/notes?of=ada");
  assert.equal(page.status, 307);
  assert.match(page.headers.get("Location"), /^\/auth\/sign-in\?next=%2Fnotes%3Fof%3Dada$/);
  assert.equal(page.headers.get("Cache-Control"), "no-store");
  const written = await visit(action, note("forged"));
  assert.equal(written.status, 401);
  assert.equal(written.headers.get("Cache-Control"), "no-store");
}

async function proveForgeries(origin, { cookies, action }) {
  const elsewhere = "https://elsewhere.example";
  const visit = createVisitor(origin, new Map(cookies), elsewhere);
  const byFramework = await visit(action, note("forged"));
  assert.equal(byFramework.status, 403);
  assert.equal(await byFramework.text(), "Forbidden");
  // TanStack Start believes this header before it looks at the origin. The library looks too.
  const Cookie = Array.from(cookies, (pair) => pair.join("=")).join("; ");
  const headers = { Cookie, Origin: elsewhere, "Sec-Fetch-Site": "same-origin" };
  const url = new URL(action, origin);
  const byLibrary = await fetch(url, { method: "POST", headers, body: note("forged") });
  assert.equal(byLibrary.status, 403);
  assert.match(await byLibrary.text(), /INVALID_ORIGIN/);
}

/** A stranger who knows their URLs asks each server function for its data, past every page. */
async function proveFunctions(origin) {
  const assets = readdirSync("dist/client/assets").filter((name) => name.endsWith(".js"));
  const scripts = assets.map((name) => readFileSync(`dist/client/assets/${name}`, "utf8")).join();
  const ids = new Set(scripts.match(/\b[0-9a-f]{64}\b/g));
  const answers = Array.from(ids, async (id) => {
    const headers = { "Sec-Fetch-Site": "same-origin", "X-TSR-ServerFn": "true" };
    const { status, headers: answered } = await fetch(`${origin}/_serverFn/${id}`, { headers });
    return `${status} ${answered.get("Cache-Control")}`;
  });
  // readEmail, which tells nobody of nobody; readNotes; writeNote, which is no GET.
  const told = (await Promise.all(answers)).toSorted();
  assert.deepEqual(told, ["200 no-store", "401 no-store", "405 null"]);
}

it("is compiled with the configuration of the page, and browsers load nothing of the server", () => {
  const compiler = ["node_modules/typescript/bin/tsc"];
  const { status, stdout } = spawnSync(process.execPath, compiler, { encoding: "utf8" });
  assert.equal(status, 0, stdout);
  for (const name of readdirSync("dist/client/assets"))
    assert.doesNotMatch(
      readFileSync(`dist/client/assets/${name}`, "utf8"),
      /notes_note|AUTH_SECRET/,
    );
});

for (const [how, start] of Object.entries(START))
  it(`as it is ${how}, it guards pages and server functions, and leads to the ready pages`, async () => {
    rmSync("data", { recursive: true, force: true });
    await whileRunning(start, prove, { env });
  });

it("guards each server function by itself, and what its scripts do in Chromium", () =>
  whileRunning(
    START.built,
    async (origin) => {
      await proveFunctions(origin);
      await proveNotesInBrowser(origin);
    },
    { env },
  ));

it("answers what is under way when it is stopped, and closes what it has open", () =>
  proveStop(START.built, { env, stopsWorker: true }));

it("does not start without a secret", () => {
  const missing = { encoding: "utf8", env: { ...process.env, ...env, SERVICE_AUTH_SECRET: "" } };
  const { status, stderr } = spawnSync(process.execPath, START.built, {
    ...missing,
    timeout: 60_000,
  });
  assert.notEqual(status, 0);
  assert.match(stderr, /SERVICE_AUTH_SECRET is missing/);
});
