import assert from "node:assert/strict";
import { it } from "node:test";
import { createVisitor, PORT, proveSessions, signUp, whileRunning } from "./visit.mjs";

const START = ["node_modules/next/dist/bin/next", "start", "--port", PORT];

it("signs people up, guards a route and a page, and knows in a server component who is signed in", () =>
  whileRunning(START, async (origin) => {
    await proveSessions(origin, "/api/notes");
    const visit = createVisitor(origin);
    assert.match(await (await visit("/")).text(), /Not signed in/);
    assert.equal((await visit("/account")).status, 307);
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
    assert.match(await (await visit("/account")).text(), /Your account/);
  }));
