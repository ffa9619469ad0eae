import { pageUrl } from "./page-url.js";

const SERVICE = "https://auth.example.com";

/** Names, parameters and where a page leads are checked before anything runs. */
export function pagesAreKnown(): void {
  pageUrl(SERVICE, "signIn");
  pageUrl(SERVICE, "confirm", { next: "/account/security" });
  pageUrl(SERVICE, "removeMember", { slug: "nordlicht", id: "1" });
  // @ts-expect-error -- misspelt
  pageUrl(SERVICE, "signin");
  // @ts-expect-error -- the page leads nowhere else
  pageUrl(SERVICE, "security", { next: "/account" });
  // @ts-expect-error -- of which organization?
  pageUrl(SERVICE, "members");
  // @ts-expect-error -- of which member?
  pageUrl(SERVICE, "member", { slug: "nordlicht" });
  // @ts-expect-error -- there is no such parameter
  pageUrl(SERVICE, "signIn", { slug: "nordlicht" });
}
