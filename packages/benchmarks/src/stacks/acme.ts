import { createAuth, type Auth, type Mailer } from "@acme/auth-core";
import { createSite, type Site } from "@acme/auth-express";
import type { KyselyStore } from "@acme/auth-kysely";
import { reportCode } from "../processes/child.js";

const SECRET = Buffer.alloc(32, "benchmark").toString("base64");

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

async function openStore(database: string): Promise<KyselyStore> {
  if (!database.startsWith("postgres"))
    return (await import("@acme/auth-kysely/sqlite")).createSqliteStore(database);
  const [{ createPostgresStore }, { Pool }] = await Promise.all([
    import("@acme/auth-kysely/postgres"),
    import("pg"),
  ]);
  return createPostgresStore(new Pool({ connectionString: database }));
}

/** The library over a database, codes mailed to the runner. The worker runs unless it is to stay idle. */
export async function openAcme(
  database: string,
  { worker = "running" }: { readonly worker?: "running" | "idle" } = {},
): Promise<{ readonly auth: Auth; readonly site: Site }> {
  const store = await openStore(database);
  await store.migrate();
  const site = createSite({ serviceUrl: "http://127.0.0.1", appUrl: "http://127.0.0.1" });
  const auth = createAuth({ store, mailer, links: site.links, secret: SECRET, policy: POLICY });
  if (worker === "running") auth.worker.start();
  return { auth, site };
}
