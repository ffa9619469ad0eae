import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { it } from "node:test";
import { chromium } from "playwright-core";
import {
  createVisitor,
  PORT,
  provePages,
  proveSessions,
  SECRET,
  signUp,
  whileRunning,
} from "./visit.mjs";

const TIMEOUT_MS = 30_000;
const SERVER = ".output/server/index.mjs";
const NUXT = "node_modules/nuxt/bin/nuxt.mjs";
const env = { NUXT_AUTH_SECRET: SECRET, NUXT_AUTH_URL: `http://localhost:${PORT}`, PORT };

/** What the server tells the browser, beside the page. */
const payloadOf = (page) => /<script[^>]*id="__NUXT_DATA__"[^>]*>(.*?)<\/script>/s.exec(page)[1];

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => readFileSync(`${each.parentPath}/${each.name}`, "utf8"));

async function prove(origin, printed) {
  await proveSessions(origin, "/api/notes");
  await provePages(origin, { base: "/auth", guarded: "/notes", printed });
  await proveRendering(origin);
  await proveChanges(origin);
}

/** Pages know who asks, tell the browser no more than they show, and are not kept by caches. */
async function proveRendering(origin) {
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  assert.match(await (await visit("/")).text(), /href="\/auth\/sign-in\?next=%2F">Sign in/);
  const ofQuery = (await visit("/notes?of=ada")).headers.get("Location");
  assert.equal(ofQuery, "/auth/sign-in?next=%2Fnotes%3Fof%3Dada");
  await signUp(visit, "grace@example.com");
  assert.equal((await visit("/api/notes", { text: "Hello" })).status, 201);
  for (const [path, shown] of [
    ["/", /Signed in as grace@example\.com/],
    ["/notes", /<li>Hello<\/li>/],
  ]) {
    const answer = await visit(path);
    assert.equal(answer.headers.get("Cache-Control"), "no-store");
    const page = await answer.text();
    assert.match(page, shown);
    assert.match(payloadOf(page), /grace@example\.com/);
    assert.doesNotMatch(page, /emailVerified|createdAt|permissions|reclaimedAt/);
    for (const secret of [SECRET, ...cookies.values()]) assert.ok(!page.includes(secret));
  }
  const headers = {
    Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
    "Sec-Fetch-Site": "cross-site",
  };
  const followed = await fetch(new URL("/notes", origin), { headers });
  assert.match(await followed.text(), /<li>Hello<\/li>/);
  const visitor = await visit("/api/visitor");
  assert.equal(visitor.headers.get("Cache-Control"), "no-store");
  assert.deepEqual(await visitor.json(), { email: "grace@example.com" });
}

/** In the browser, the application writes, and the route middleware asks again at each page. */
async function proveBrowser(origin) {
  const executablePath = process.env["CHROMIUM"] || "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const follow = (name) => page.getByRole("link", { name }).click();
    await page.goto(`${origin}/notes`);
    assert.equal(page.url(), `${origin}/auth/sign-in?next=%2Fnotes`);
    await signUp((path, data) => page.request.post(origin + path, { data }), "edith@example.com");
    await page.goto(origin, { waitUntil: "networkidle" });
    await page.evaluate(() => (window.isSamePage = true));
    await follow("Your notes");
    await page.getByLabel("Note").fill("From the browser");
    await page.getByRole("button", { name: "Write" }).click();
    await page.getByRole("listitem").getByText("From the browser").waitFor();
    await follow("Home");
    await page.getByText("Signed in as edith@example.com").waitFor();
    assert.equal(await page.evaluate(() => window.isSamePage), true);
    await page.request.post(`${origin}/api/auth/sign-out`, { data: {} });
    await follow("Your notes");
    await page.waitForURL(`${origin}/auth/sign-in?next=%2Fnotes`);
  } finally {
    await browser.close();
  }
}

/** A note that another site's page, a stranger or nobody has written is refused. */
async function proveChanges(origin) {
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  assert.equal((await visit("/api/notes", { text: "Hello" })).status, 401);
  await signUp(visit, "joan@example.com");
  const write = (headers) =>
    fetch(new URL("/api/notes", origin), {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...headers,
      },
      body: JSON.stringify({ text: "Forged" }),
    });
  assert.equal((await write({ Origin: "https://elsewhere.example" })).status, 403);
  assert.equal((await write({ "Sec-Fetch-Site": "cross-site" })).status, 403);
  assert.equal((await write({ "Content-Type": "text/plain" })).status, 415);
  assert.deepEqual(await (await visit("/api/notes")).json(), {
    author: "joan@example.com",
    notes: [],
  });
  assert.equal((await visit("/api/notes", {})).status, 422);
  assert.equal((await write({ Origin: origin })).status, 201);
}

it("compiles", () => {
  const { status, stdout } = spawnSync(process.execPath, [NUXT, "typecheck"], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

for (const [how, args, proofs] of [
  ["as it is built", [SERVER], [prove, proveBrowser]],
  ["as it is developed", [NUXT, "dev", "--port", PORT], [prove]],
])
  it(`${how}: signs people up and in, guards routes and pages, and renders for who asks`, async () => {
    rmSync("data", { recursive: true, force: true });
    const work = async (origin, printed) => {
      for (const each of proofs) await each(origin, printed);
    };
    await whileRunning(args, work, { env });
  });

it("sends nothing of the server to the browser", () => {
  const told = filesBelow(".output/public");
  assert.ok(told.length > 5);
  for (const text of told) assert.doesNotMatch(text, /acme\/auth-core|data\/notes\.db|kysely/);
});

it("does not serve without a secret", async () => {
  const refused = spawn(process.execPath, [SERVER], { env: { ...process.env, PORT } });
  let told = "";
  refused.stderr.setEncoding("utf8").on("data", (text) => (told += text));
  assert.deepEqual(await once(refused, "exit"), [1, null]);
  assert.match(told, /NUXT_AUTH_SECRET is missing/);
});
