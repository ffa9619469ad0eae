import { createAuth, type Mailer, type Store } from "@acme/auth-core";
import { createHandler, createSite, guards } from "@acme/auth-fetch";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import type { HttpBindings } from "@hono/node-server";

/** What Hono passes on behind a request; a test that calls `app.request` has no connection. */
export interface OnNode {
  readonly env?: Partial<HttpBindings>;
}

export interface AuthOptions {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly secret: string;
  /** The origin at which browsers reach this application. */
  readonly url: string;
}

/** The whole system: what decides, the routes in front of it, and guards. */
export function createAppAuth({ store, mailer, secret, url }: AuthOptions) {
  const site = createSite({ serviceUrl: url, appUrl: url });
  const auth = createAuth({ store, mailer, secret, links: site.links, appName: "Notes" });
  const handle = createHandler({
    auth,
    site,
    // The connection says it. Behind a proxy: a header that your proxy sets on every request.
    peerOf: (_request: Request, { env }: OnNode) => env?.incoming?.socket.remoteAddress ?? null,
  });
  return { auth, handle, guards: guards(handle) };
}

/** It prints. Replace it by one that sends, such as `@acme/auth-nodemailer`. */
const mailer: Mailer = {
  async deliver({ to, subject, text }) {
    console.log(`To ${to}: ${subject}\n\n${text}`);
  },
};

/** Opens the database and begins with the work in the background. Once in a process. */
export async function openAppAuth() {
  const secret = process.env["SERVICE_AUTH_SECRET"];
  if (!secret) throw new Error("SERVICE_AUTH_SECRET is missing: start with --env-file=.env");
  const store = createSqliteStore("data/app.db");
  await store.migrate();
  const url = process.env["SERVICE_AUTH_URL"] ?? "http://localhost:3000";
  const appAuth = createAppAuth({ store, mailer, secret, url });
  appAuth.auth.worker.start();
  return { ...appAuth, store };
}
