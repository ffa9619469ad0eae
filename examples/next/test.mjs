import assert from "node:assert/strict";
import { it } from "node:test";
import { createVisitor, PORT, provePages, proveSessions, signUp, whileRunning } from "./visit.mjs";

const START = ["node_modules/next/dist/bin/next", "start", "--port", PORT];

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

it("signs people up and in, guards routes and pages, and knows in a server component who is signed in", () =>
  whileRunning(START, prove, { env: { SERVICE_AUTH_URL: `http://localhost:${PORT}` } }));
