import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { it } from "node:test";
import { createVisitor, PORT, provePages, proveSessions, signUp, whileRunning } from "./visit.mjs";

const start = (how) => ["node_modules/next/dist/bin/next", how, "--port", PORT];
const env = { SERVICE_AUTH_URL: `http://localhost:${PORT}` };

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
  assert.equal(refused.status, 422);
  assert.deepEqual(await refused.json(), { problem: "A note has a text." });
  assert.deepEqual(await (await visit("/api/notes")).json(), {
    author: "grace@example.com",
    notes: [{ text: "Hello" }],
  });
  assert.match(await (await visit("/")).text(), /Signed in as grace@example\.com/);
}

for (const how of ["start", "dev"])
  it(`next ${how}: signs people up and in, guards routes and pages, and knows in a server component who is signed in`, async () => {
    rmSync("data", { recursive: true, force: true });
    await whileRunning(start(how), prove, { env });
  });
