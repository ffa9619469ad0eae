import { type Auth, createAuth, type Mailer, type Policy } from "@acme/auth-core";
import { createSite, type Site } from "@acme/auth-express";
import type { KyselyStore } from "@acme/auth-kysely";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { Pool } from "pg";
import { reportCode } from "../processes/child.js";

export const ORIGIN = "http://localhost";

/** Limiters off: what is measured is what a request costs that is let through. */
const POLICY = {
  readRequestsPerClient: 0,
  requestsPerClient: 0,
  writesPerUser: 0,
  mailsPerClient: 10_000,
};

const mailer: Mailer = {
  deliver: async ({ to, text }) => reportCode(to, /^\d{6}$/m.exec(text)?.[0] ?? ""),
};

export const isPostgres = (database: string): boolean => database.startsWith("postgres");

/** A store over a SQLite file or a Postgres database (a URL). */
export const openStore = (database: string): KyselyStore =>
  isPostgres(database)
    ? createPostgresStore(new Pool({ connectionString: database }), { guarded: false })
    : createSqliteStore(database, { guarded: false });

export interface Acme {
  readonly auth: Auth;
  readonly site: Site;
  readonly store: KyselyStore;
}

/** The library over a database, codes mailed to the runner. Its worker does not run. */
export async function openAcme(database: string, policy: Partial<Policy> = {}): Promise<Acme> {
  const store = openStore(database);
  await store.migrate();
  const site = createSite({ serviceUrl: ORIGIN, appUrl: ORIGIN });
  const auth = createAuth({
    store,
    mailer,
    links: site.links,
    secret: Buffer.alloc(32, "benchmark").toString("base64"),
    policy: { ...POLICY, ...policy },
  });
  return { auth, site, store };
}

/** The library as a service has it, with its worker. */
export async function openRunningAcme(database: string): Promise<Acme> {
  const acme = await openAcme(database);
  acme.auth.worker.start();
  return acme;
}
