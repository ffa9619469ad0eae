import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { it } from "node:test";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import express from "express";
import { createAppAuth } from "./auth.js";
import { authRoutes } from "./auth-routes.js";

it("only a signed-in user reaches the notes", async () => {
  const store = await openMemoryStore();
  const mailer = { deliver: async () => {} };
  const secret = randomBytes(32).toString("base64");
  const url = "http://localhost:3000";
  const { auth, surface } = createAppAuth({ store, mailer, secret, url });
  const server = createServer(express().use(authRoutes(surface))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${address.port}${path}`, init);

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

  server.close();
  server.closeAllConnections();
  await auth.close();
  await store.close();
});
