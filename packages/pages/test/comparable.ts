import type { ShownPage } from "./browser.js";

/**
 * An answer without what differs from request to request by itself: the request id, and what is
 * sealed, of which the length is left.
 * @param email the address that was typed
 */
export function comparable({ status, headers, cookies, html }: ShownPage, email: string) {
  const sealed = (text: string): string =>
    text.replaceAll(/[\w-]{8}\.[\w-]{40,}/g, (value) => `sealed ${value.length}`);
  const ownHeaders = [...headers].map(([name, value]): readonly [string, string] => [
    name,
    name === "x-request-id" ? String(value.length) : value,
  ]);
  const own = sealed(html).replaceAll(email, "the address");
  return {
    status,
    headers: Object.fromEntries(ownHeaders),
    cookies: cookies.map(sealed),
    html: own,
    bytes: Buffer.byteLength(html),
  };
}
