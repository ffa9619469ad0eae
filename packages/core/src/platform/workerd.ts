/** What workerd, on which Cloudflare Workers run, calls itself. */
const WORKERD = "Cloudflare-Workers";

/**
 * Whether this is workerd: it loads no native add-ons, and its connections cannot be pinned to an IP
 * address. Read from the name of the platform and never from an import that fails: a library that
 * is missing elsewhere must be an error.
 */
export function isWorkerd(platform: object = globalThis): boolean {
  const navigator = "navigator" in platform ? platform.navigator : null;
  return (
    typeof navigator === "object" &&
    navigator !== null &&
    "userAgent" in navigator &&
    navigator.userAgent === WORKERD
  );
}
