import type { Mailer } from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { serve } from "@hono/node-server";
import { createApp } from "./app.js";

const secret = process.env["SERVICE_AUTH_SECRET"];
if (!secret)
  throw new Error("Set SERVICE_AUTH_SECRET to 32 random bytes in base64: openssl rand -base64 32");

const store = createSqliteStore("data/notes.db");
await store.migrate();

const mailer: Mailer = {
  deliver: async ({ to, subject, text }) => console.log(`${to}: ${subject}\n${text}`),
};
const { app, auth } = createApp({ store, mailer, secret, url: "http://localhost:3000" });
auth.worker.start();
serve({ fetch: app.fetch, port: 3000 }, () => console.log("http://localhost:3000"));
