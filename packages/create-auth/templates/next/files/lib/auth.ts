import { createAuth, type Mailer } from "@acme/auth-core";
import { createHandler, createSite, guards } from "@acme/auth-fetch";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";

/** It prints. Replace it by one that sends, such as `@acme/auth-nodemailer`. */
const mailer: Mailer = {
  async deliver({ to, subject, text }) {
    console.log(`To ${to}: ${subject}\n\n${text}`);
  },
};

/** Opens the database, and begins with the work in the background. */
async function openAppAuth() {
  const secret = process.env["SERVICE_AUTH_SECRET"];
  if (!secret) throw new Error("SERVICE_AUTH_SECRET is missing: .env has it");
  const url = process.env["SERVICE_AUTH_URL"] ?? "http://localhost:3000";
  const store = createSqliteStore(process.env["SERVICE_AUTH_DATABASE"] ?? "data/app.db");
  await store.migrate();
  const site = createSite({ serviceUrl: url, appUrl: url });
  const auth = createAuth({ store, mailer, secret, links: site.links, appName: "Notes" });
  const handle = createHandler({
    auth,
    site,
    // The proxy in front must overwrite it, or clients can forge it.
    peerOf: (request: Request) => request.headers.get("x-real-ip"),
  });
  auth.worker.start();
  process.once("SIGTERM", () => auth.close()); // starts no more work; Next.js does not wait for it
  return { auth, store, handle, ...guards(handle) };
}

/** One per process, although each bundle has a copy of this file. */
const shared = globalThis as { appAuth?: ReturnType<typeof openAppAuth> };

/** Opened when it is needed first: a build loads this file too, and has no secret. */
export const appAuth = () => (shared.appAuth ??= openAppAuth());
