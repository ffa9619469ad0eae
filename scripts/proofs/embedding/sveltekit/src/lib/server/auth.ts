import { createAuth } from "@acme/auth-core";
import { createHandler, createSite, guards } from "@acme/auth-fetch";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";

async function open() {
  const url = process.env.ORIGIN ?? "";
  const site = createSite({ serviceUrl: url, appUrl: url });
  const auth = createAuth({
    store: await openMemoryStore(),
    mailer: { deliver: async () => {} },
    secret: process.env.SERVICE_AUTH_SECRET ?? "",
    links: site.links,
  });
  const handle = createHandler({ auth, site, peerOf: () => null });
  return { handle, ...guards(handle) };
}

let opened: ReturnType<typeof open> | null = null;

/** Opened when it is needed first: the build loads this file too, and has no secret. */
export const notes = () => (opened ??= open());
