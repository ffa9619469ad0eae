import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { it } from "node:test";
import { proveStop } from "./stop.mjs";
import { createVisitor, PORT, provePages, proveSessions, signUp, whileRunning } from "./visit.mjs";

const SERVER = "server.mjs";
const ASTRO = "node_modules/astro/bin/astro.mjs";
const env = {
  ASTRO_TELEMETRY_DISABLED: "1",
  HOST: "localhost",
  PORT,
  SERVICE_AUTH_URL: `http://localhost:${PORT}`,
};

async function prove(origin, printed) {
  await proveSessions(origin, "/api/notes");
  await provePages(origin, { base: "/auth", guarded: "/notes", printed });
  await provePage(origin);
  await proveAction(origin);
}

/** Pages know who asks, and are not kept by caches. */
async function provePage(origin) {
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  assert.match(await (await visit("/")).text(), /href="\/auth\/sign-in\?next=%2F"[^>]*>Sign in/);
  const ofQuery = (await visit("/notes?of=ada")).headers.get("Location");
  assert.equal(ofQuery, "/auth/sign-in?next=%2Fnotes%3Fof%3Dada");
  await signUp(visit, "grace@example.com");
  for (const path of ["/", "/notes"]) {
    const answer = await visit(path);
    assert.equal(answer.headers.get("Cache-Control"), "no-store");
    assert.match(await answer.text(), path === "/" ? /Signed in as grace@example/ : /Your notes/);
  }
  const thief = createVisitor(origin, new Map(cookies));
  await visit("/api/auth/sign-out", {});
  assert.match((await thief("/notes")).headers.get("Location"), /\/auth\/sign-in/);
}

/** An action writes for who is signed in, and for nobody else and no other site. */
async function proveAction(origin) {
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  await signUp(visit, "joan@example.com");
  const [, action] = /<form[^>]*action="([^"]*)"/.exec(await (await visit("/notes")).text());
  const note = (text) => new URLSearchParams({ text });
  const write = (path, text, as = visit) => as(path.replaceAll("&amp;", "&"), note(text));

  const written = await write(`/notes${action}`, "Hello");
  assert.deepEqual([written.status, written.headers.get("Location")], [302, "/notes"]);
  assert.match(await (await visit("/notes")).text(), /<li[^>]*>Hello<\/li>/);
  assert.match(await (await write(`/notes${action}`, " ")).text(), /was not written/);

  const forged = createVisitor(origin, new Map(cookies), "https://elsewhere.example");
  const stranger = createVisitor(origin);
  for (const path of [`/notes${action}`, "/_actions/addNote"])
    assert.equal((await write(path, "Forged", forged)).status, 403);
  const refused = await write("/_actions/addNote", "Strange", stranger);
  assert.equal(refused.status, 401);
  assert.equal(refused.headers.get("Cache-Control"), "no-store");
  assert.match(
    (await write(`/notes${action}`, "Strange", stranger)).headers.get("Location"),
    /auth/,
  );

  const thief = createVisitor(origin, new Map(cookies));
  assert.deepEqual(await notesOf(thief), ["Hello"]);
  await visit("/api/auth/sign-out", {});
  assert.equal((await write("/_actions/addNote", "Late", thief)).status, 401);
}

const notesOf = async (visit) => (await (await visit("/api/notes")).json()).notes;

/** Other sites change nothing. The library's routes take what it admits, as forms too. */
async function proveOrigins(origin) {
  const post = (path, headers) => fetch(new URL(path, origin), { method: "POST", headers });
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const forged = { Origin: "https://elsewhere.example", ...form };
  for (const path of ["/", "/api/notes", "/notes?_action=addNote"])
    assert.equal((await post(path, forged)).status, 403, path);
  const ofLibrary = await post("/api/auth/sign-out?_action=addNote", forged);
  assert.deepEqual([ofLibrary.status, (await ofLibrary.json()).code], [403, "INVALID_ORIGIN"]);
  const ofProvider = await post("/api/auth/callback/apple", forged);
  assert.match(ofProvider.headers.get("Content-Type"), /^application\/json/);
  assert.notEqual(ofProvider.status, 403);
}

it("compiles", () => {
  const { status, stdout } = spawnSync(process.execPath, [ASTRO, "check"], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

for (const [how, args] of [
  ["as it is built", [SERVER]],
  ["as it is developed", [ASTRO, "dev", "--port", PORT]],
])
  it(`${how}: signs people up and in, guards a route, a page and an action`, async () => {
    rmSync("data", { recursive: true, force: true });
    await whileRunning(
      args,
      async (origin, printed) => {
        await prove(origin, printed);
        await proveOrigins(origin);
      },
      { env },
    );
  });

it("sends nothing of the server to the browser", () => {
  const sent = readdirSync("dist/client", { recursive: true, withFileTypes: true });
  for (const each of sent.filter((entry) => entry.isFile()))
    assert.doesNotMatch(
      readFileSync(`${each.parentPath}/${each.name}`, "utf8"),
      /acme\/auth-core|notes\.db|kysely/,
    );
});

it("answers what is under way when it is stopped, and closes what it has open", () =>
  proveStop([SERVER], { env, endsSilent: true }));

it("does not serve without a secret", async () => {
  const refused = spawn(process.execPath, [SERVER], { env: { ...process.env, ...env } });
  let told = "";
  refused.stderr.setEncoding("utf8").on("data", (text) => (told += text));
  assert.deepEqual(await once(refused, "exit"), [1, null]);
  assert.match(told, /SERVICE_AUTH_SECRET is missing/);
});
