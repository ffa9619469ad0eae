import type { ServerResponse } from "node:http";
import { addToVary } from "@acme/auth-http";

/**
 * Sets headers, names and values in turn, on a reply of the application, which may still set
 * others. Adds to `Vary` instead of replacing it.
 */
export function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  response.removeHeader("X-Powered-By");
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!;
    const value = headers[at + 1]!;
    response.setHeader(
      name,
      name === "Vary" ? addToVary(String(response.getHeader(name) ?? ""), value) : value,
    );
  }
}

/**
 * A header without values. node:http writes one line for each value of a list, so none of this one.
 * `sendFile` looks for the text of the header in `If-Range`, and would find an empty text in all of
 * them: it would send a range of a file that has changed. An entity tag holds no space (RFC 9110
 * §8.8.3).
 */
class NoETag extends Array<string> {
  override toString(): string {
    return "no ETag";
  }
}
const NO_ETAG = Object.freeze(new NoETag());

/**
 * Keeps Express from adding an `ETag`: a reply that must not be stored needs none. Express hashes
 * the body for one unless the header is set.
 */
export function leaveOutETag(response: ServerResponse): void {
  if (!response.hasHeader("ETag")) response.setHeader("ETag", NO_ETAG);
}

/** Removes the headers that describe a body which the route has not sent. */
export function forgetBody(response: ServerResponse): void {
  for (const name of response.getHeaderNames())
    if (/^(?:content-|etag$|last-modified$|accept-ranges$)/.test(name)) response.removeHeader(name);
}
