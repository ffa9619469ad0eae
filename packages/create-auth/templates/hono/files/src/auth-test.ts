import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { it } from "node:test";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createAppAuth } from "./auth.js";
import { authRoutes } from "./auth-routes.js";

it("only a signed-in user reaches the notes", async () => {
  const store = await openMemoryStore();
  const mailer = { deliver: async () => {} };
  const secret = randomBytes(32).toString("base64");
  const appAuth = createAppAuth({ store, mailer, secret, url: "http://localhost:3000" });
  const app = authRoutes(appAuth);

  assert.equal((await app.request("/api/v1/notes")).status, 401);
  const signedUp = await app.request("/api/auth/sign-up/email", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "three green bicycles" }),
  });
  assert.equal(signedUp.status, 200);
  const headers = { Cookie: signedUp.headers.getSetCookie().join("; ") };
  const notes = await app.request("/api/v1/notes", { headers });
  assert.deepEqual(await notes.json(), { author: "ada@example.com", notes: [] });

  await appAuth.auth.close();
  await store.close();
});
