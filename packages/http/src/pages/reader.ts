import type { Catalogue } from "@acme/auth-core/texts";
import { readPageCookie } from "../kernel/page-cookies.js";
import type { CallContext } from "../kernel/route.js";
import type { NamedSite } from "../kernel/site.js";
import { readLook } from "./chosen-look.js";
import type { PageTheme } from "./look.js";

/** Who reads a page: whose page they read, in which language and theme. */
export interface Reader {
  readonly site: NamedSite;
  readonly catalogue: Catalogue;
  /** As they have chosen it on a page of ours. Missing where there are no pages to choose it on. */
  readonly theme?: PageTheme;
}

/**
 * Returns the reader of the page that answers a call. Their language is the one that was chosen in
 * this browser, or that of the browser, never one of an account: the person who opens a link need
 * not be the user it was mailed to.
 */
export async function readerOf({
  auth: { languages },
  site,
  client,
  request,
}: Pick<CallContext, "auth" | "site" | "client" | "request">): Promise<Reader> {
  const usual = client.acceptLanguage ?? null;
  if (site.pages === null) return { site, catalogue: await languages.load(languages.match(usual)) };
  const cookie = readPageCookie(request.header("cookie"), "look", site);
  const { theme, locale } = readLook(cookie, languages.locales);
  return { site, theme, catalogue: await languages.load(languages.match(locale ?? usual)) };
}
