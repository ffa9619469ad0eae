import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { proveActions } from "./test-actions.mjs";
import { proveOwnSignIn } from "./test-browser.mjs";
import { run, until } from "./test-programs.mjs";
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

const start = (how) => ["node_modules/next/dist/bin/next", how, "--port", PORT];
const env = { SERVICE_AUTH_URL: `http://localhost:${PORT}`, SERVICE_AUTH_SECRET: SECRET };

async function prove(origin, printed) {
  await proveSessions(origin, "/api/notes");
  await provePages(origin, { base: "/auth", guarded: "/notes", printed });
  const visit = createVisitor(origin);
  assert.match(await (await visit("/")).text(), /href="[^"]*\/auth\/sign-in\?next=%2F">Sign in/);
  const ofQuery = (await visit("/notes/today?of=ada")).headers.get("Location");
  assert.match(ofQuery, /\/auth\/sign-in\?next=%2Fnotes%2Ftoday%3Fof%3Dada$/);
  await signUp(visit, "grace@example.com");
  assert.equal((await visit("/api/notes", { text: "Hello" })).status, 201);
  const refused = await visit("/api/notes", {});
  assert.equal(refused.status, 400);
  const { code, message } = await refused.json();
  assert.deepEqual({ code, message }, { code: "VALIDATION_ERROR", message: "A note has a text." });
  assert.deepEqual(await (await visit("/api/notes")).json(), {
    author: "grace@example.com",
    notes: [{ text: "Hello" }],
  });
  const page = await visit("/");
  assert.match(page.headers.get("Cache-Control"), /no-store/);
  assert.match(await page.text(), /Signed in as grace@example\.com/);
  await proveActions(origin);
}

for (const how of ["start", "dev"])
  it(`next ${how}: signs people up and in, guards routes, pages and server actions, and knows in a server component who is signed in`, async () => {
    rmSync("data", { recursive: true, force: true });
    await whileRunning(start(how), prove, { env });
  });

it("stops its worker and answers what is under way when it is stopped", () =>
  // Next.js ends the process itself, without a moment in which the store could be closed.
  proveStop(start("start"), { env, code: 143, closes: false, stopsWorker: true }));

it("serves nothing without a secret, and says why", async () => {
  const { ended, output, stop } = run(start("start"), { ...env, SERVICE_AUTH_SECRET: "" });
  await until(() => /secret is missing/.test(output()), "it names what is missing");
  assert.equal((await fetch(`http://localhost:${PORT}/sign-in`)).status, 500);
  stop();
  await ended;
});

it("a worker apart delivers what the server does not", async () => {
  rmSync("data", { recursive: true, force: true });
  const apart = { ...env, NOTES_WORKER: "apart" };
  await whileRunning(
    start("start"),
    async (origin, printed) => {
      await signUp(createVisitor(origin), "worked@example.com");
      const worker = run(["--import", "tsx", "worker.ts"], apart);
      await until(() => worker.output().includes("worked@example.com: "), "the worker mails");
      await sleep(3_000);
      await signUp(createVisitor(origin), "later@example.com");
      await until(() => worker.output().includes("later@example.com: "), "it lives on");
      worker.stop();
      assert.equal(await worker.ended, 0);
      await signUp(createVisitor(origin), "scheduled@example.com");
      assert.doesNotMatch(printed(), /(?:worked|later|scheduled)@example\.com: /);
    },
    { env: apart },
  );
});

it("on a host of functions the schedule and each answer do the work, and guests are led to the own sign-in page", async () => {
  const secret = randomBytes(32).toString("base64");
  const functions = {
    ...env,
    NOTES_WORKER: "functions",
    NOTES_SIGN_IN_PAGE: "/sign-in",
    CRON_SECRET: secret,
  };
  assert.equal(await run(["--import", "tsx", "migrate.ts"], functions).ended, 0);
  const settle = async (origin, authorization) =>
    (await fetch(`${origin}/api/settle`, { headers: { authorization } })).status;
  await whileRunning(
    start("start"),
    async (origin, printed) => {
      assert.equal(await settle(origin, "Bearer another"), 401);
      assert.equal(await settle(origin, `Bearer ${secret}`), 204);
      await until(() => printed().includes("scheduled@example.com: "), "the schedule mails");
      await proveOwnSignIn(origin, printed);
    },
    { env: functions },
  );
});
