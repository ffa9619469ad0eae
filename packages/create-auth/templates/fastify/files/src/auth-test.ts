import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { it } from "node:test";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import fastify from "fastify";
import { createAppAuth } from "./auth.js";
import { addAuthRoutes } from "./auth-routes.js";

it("only a signed-in user reaches the notes", async () => {
  const store = await openMemoryStore();
  const mailer = { deliver: async () => {} };
  const secret = randomBytes(32).toString("base64");
  const url = "http://localhost:3000";
  const { auth, surface } = createAppAuth({ store, mailer, secret, url });
  const app = fastify();
  addAuthRoutes(app, surface);
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const send = (path: string, init: RequestInit = {}) => fetch(origin + path, init);

  assert.equal((await send("/api/v1/notes")).status, 401);
  const signedUp = await send("/api/auth/sign-up/email", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "three green bicycles" }),
  });
  assert.equal(signedUp.status, 200);
  const headers = { Cookie: signedUp.headers.getSetCookie().join("; ") };
  const notes = await send("/api/v1/notes", { headers });
  assert.deepEqual(await notes.json(), { author: "ada@example.com", notes: [] });

  await app.close();
  await auth.close();
  await store.close();
});
