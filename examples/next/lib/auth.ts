import { createAuth } from "@acme/auth-core";
import { createHandler, createSite, guards } from "@acme/auth-fetch";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createPages } from "@acme/auth-pages";

function open() {
  const url = process.env.SERVICE_AUTH_URL ?? "http://localhost:3000";
  const site = createSite({ serviceUrl: url, pages: "/auth", homeUrl: url });
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
    pages: createPages(),
    // The proxy in front must overwrite it: docs/guide/deployment.md, "Behind a proxy".
    peerOf: (request: Request) => request.headers.get("x-real-ip"),
  });
  // The ready page, unless NOTES_SIGN_IN_PAGE=/sign-in names the page of app/sign-in.
  const signInPage = new URL(process.env.NOTES_SIGN_IN_PAGE ?? "/auth/sign-in", url).href;
  /** The URL of the sign-in page, which leads back to the path `next`. */
  const signInUrl = (next: string) => `${signInPage}?next=${encodeURIComponent(next)}`;
  return { auth, store, handle, signInUrl, ...guards(handle) };
}

/** One per process: Next.js bundles this file separately for routes, pages and the proxy. */
const shared = globalThis as { notes?: ReturnType<typeof open> };

/** Opened on first use: `next build` loads this file too, and has no secret. */
export const notes = () => (shared.notes ??= open());
