import { createAuth, type Mailer, type Store } from "@acme/auth-core";
import { createSite, createSurface } from "@acme/auth-express";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";

export interface AuthOptions {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly secret: string;
  /** The origin at which browsers reach this application. */
  readonly url: string;
  /** The reverse proxies in front, which may say who the client is. */
  readonly trustProxy?: readonly string[];
}

/** The whole system: what decides, and the routes in front of it. */
export function createAppAuth({ store, mailer, secret, url, trustProxy = [] }: AuthOptions) {
  const site = createSite({ serviceUrl: url, appUrl: url });
  const auth = createAuth({ store, mailer, secret, links: site.links, appName: "Notes" });
  return { auth, surface: createSurface({ auth, site, trustProxy }) };
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
  const { auth, surface } = createAppAuth({ store, mailer, secret, url });
  auth.worker.start();
  return { auth, store, surface };
}
