import assert from "node:assert/strict";
import { it } from "node:test";
import { createVisitor, PORT, proveSessions, signUp, whileRunning } from "./visit.mjs";

it("signs people up and guards a route, and a page is handed the caller as it is", () =>
  whileRunning(
    ["build/index.js"],
    async (origin) => {
      await proveSessions(origin, "/api/notes");
      const visit = createVisitor(origin);
      assert.match(await (await visit("/")).text(), /Sign in\./);
      await signUp(visit, "grace@example.com");
      const page = await visit("/");
      assert.equal(page.status, 200);
      assert.equal(page.headers.get("Cache-Control"), "no-store");
      const text = await page.text();
      assert.match(text, /Signed in as grace@example\.com\./);
      assert.doesNotMatch(text, /reclaimedAt/);
      const data = await visit("/__data.json");
      assert.match(await data.text(), /grace@example\.com/);
    },
    { env: { ORIGIN: `http://localhost:${PORT}`, PORT } },
  ));
