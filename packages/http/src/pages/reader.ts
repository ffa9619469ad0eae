import type { Catalogue } from "@acme/auth-core/texts";
import type { CallContext } from "../kernel/route.js";
import type { NamedSite } from "../kernel/site.js";

/** Who reads a page: whose page they read, and in which language. */
export interface Reader {
  readonly site: NamedSite;
  readonly catalogue: Catalogue;
}

/**
 * Returns the reader of the page that answers a call. Their language is that of their browser,
 * never one that a user has chosen: the person who opens a link need not be the user it was mailed
 * to.
 */
export async function readerOf({
  auth: { languages },
  site,
  client,
}: Pick<CallContext, "auth" | "site" | "client">): Promise<Reader> {
  const locale = languages.match(client.acceptLanguage ?? null);
  return { site, catalogue: await languages.load(locale) };
}
