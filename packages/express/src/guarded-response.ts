import type { ServerResponse } from "node:http";

const patched = new WeakSet<ServerResponse>();

/** Sets headers, names and values in turn, on a reply of the application, which may still set others. Adds to `Vary` instead of replacing it. */
export function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  response.removeHeader("X-Powered-By");
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    response.setHeader(name, name === "Vary" ? varyBy(response, value) : value);
  }
}

function varyBy(response: ServerResponse, names: string): string {
  const all = `${String(response.getHeader("Vary") ?? "")},${names}`
    .split(",")
    .map((name) => name.trim());
  return [
    ...new Map(
      all.filter((name) => name !== "").map((name) => [name.toLowerCase(), name]),
    ).values(),
  ].join(", ");
}

/** Removes the `ETag` that Express adds while it sends: a reply that must not be stored needs none. */
export function leaveOutETag(response: ServerResponse): void {
  if (patched.has(response)) return;
  patched.add(response);
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    response.removeHeader("ETag");
    return writeHead(...args);
  };
}

/** Removes the headers that describe a body which the route has not sent. */
export function forgetBody(response: ServerResponse): void {
  for (const name of response.getHeaderNames())
    if (/^(?:content-|etag$|last-modified$|accept-ranges$)/.test(name)) response.removeHeader(name);
}
