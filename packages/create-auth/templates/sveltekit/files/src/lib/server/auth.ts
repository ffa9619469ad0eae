import { existsSync } from "node:fs";
import { createAuth, type Mailer } from "@acme/auth-core";
import { createHandler, createSite, guards } from "@acme/auth-fetch";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";

/** It prints. Replace it by one that sends, such as `@acme/auth-nodemailer`. */
const mailer: Mailer = {
  async deliver({ to, subject, text }) {
    console.log(`To ${to}: ${subject}\n\n${text}`);
  },
};

/** What a route of SvelteKit knows of the client. */
export interface Client {
  readonly getClientAddress: () => string;
}

/** Opens the database, and begins with the work in the background. */
async function openAppAuth() {
  if (existsSync(".env")) process.loadEnvFile();
  const secret = process.env["SERVICE_AUTH_SECRET"];
  if (!secret) throw new Error("SERVICE_AUTH_SECRET is missing: .env has it");
  const url = process.env["SERVICE_AUTH_URL"] ?? "http://localhost:5173";
  const store = createSqliteStore(process.env["SERVICE_AUTH_DATABASE"] ?? "data/app.db");
  await store.migrate();
  const site = createSite({ serviceUrl: url, appUrl: url });
  const auth = createAuth({ store, mailer, secret, links: site.links, appName: "Notes" });
  const handle = createHandler({
    auth,
    site,
    // As the adapter knows it: behind a proxy, tell the adapter so.
    peerOf: (_request: Request, { getClientAddress }: Client) => getClientAddress(),
  });
  auth.worker.start();
  // The adapter emits this event after the last answer.
  process.once("sveltekit:shutdown", async () => {
    await auth.close(); // finishes the work in progress
    await store.close();
  });
  return { auth, store, handle, ...guards(handle) };
}

/** One per process, although each bundle has a copy of this file. */
const shared = globalThis as { appAuth?: ReturnType<typeof openAppAuth> };

/** Opened when it is needed first: a build loads this file too, and has no secret. */
export const appAuth = () => (shared.appAuth ??= openAppAuth());
