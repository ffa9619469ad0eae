import { createAuth } from "@acme/auth-core";
import { createHandler, createSite, guards } from "@acme/auth-fetch";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import process from "node:process";
import pg from "pg";

const url = "http://localhost:3000";
const site = createSite({ serviceUrl: url, appUrl: url });
const store = createPostgresStore(new pg.Pool({ connectionString: process.env.DATABASE_URL }));
await store.migrate();
const auth = createAuth({
  store,
  mailer: { deliver: async ({ to, subject }) => console.log(to, subject) },
  secret: process.env.SERVICE_AUTH_SECRET ?? "",
  links: site.links,
});
auth.worker.start();

const handle = createHandler({
  auth,
  site,
  peerOf: (_request: Request, address: string | null) => address,
});
const { requireSession } = guards(handle);
const hello = requireSession((_request, { caller }) => Response.json({ hello: caller.user.email }));

Deno.serve({ port: 3000 }, async (request, { remoteAddr }) => {
  const address = remoteAddr.hostname;
  return (await handle(request, address)) ?? hello(request, address);
});
