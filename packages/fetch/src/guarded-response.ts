import { addToVary } from "@acme/auth-http";

/**
 * Returns the response with headers, names and values in turn, that it does not set itself. Adds to
 * `Vary` instead of leaving it.
 */
export function withHeaders(response: Response, pairs: readonly string[]): Response {
  // An upgrade is no response that could be copied.
  if (response.status < 200) return response;
  const headers = new Headers(response.headers);
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at]!;
    const value = pairs[at + 1]!;
    if (name === "Vary") headers.set(name, addToVary(headers.get(name) ?? "", value));
    else if (!headers.has(name)) headers.set(name, value);
  }
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
}
