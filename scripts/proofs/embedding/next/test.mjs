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
    assert.match(await (await visit("/")).text(), /Signed in as grace@example\.com/);
    assert.match(await (await visit("/account")).text(), /Your account/);
  }));
