import { createAuth } from "@acme/auth-core";
import { createHandler, createSite, guards } from "@acme/auth-fetch";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";

function open() {
  const url = process.env.SERVICE_AUTH_URL ?? "http://localhost:3000";
  const site = createSite({ serviceUrl: url, appUrl: url });
  const store = createSqliteStore("data/notes.db");
  const auth = createAuth({
    store,
    mailer: { deliver: async ({ to, subject, text }) => console.log(`${to}: ${subject}\n${text}`) },
    secret: process.env.SERVICE_AUTH_SECRET ?? "",
    links: site.links,
    appName: "Notes",
  });
  const handle = createHandler({
    auth,
    site,
    // The proxy in front must set it, or clients do: docs/guide/deployment.md, "Behind a proxy".
    peerOf: (request: Request) => request.headers.get("x-real-ip"),
  });
  return { auth, store, handle, ...guards(handle) };
}

/** One for the process, though Next.js bundles this file for routes, pages and the proxy apart. */
const shared = globalThis as { notes?: ReturnType<typeof open> };

/** Opened when it is needed first: `next build` loads this file too, and has no secret. */
export const notes = () => (shared.notes ??= open());
