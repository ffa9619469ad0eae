import type { Reply } from "./connection.js";

export interface Ask {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly cookie?: string;
  readonly json?: unknown;
}

const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The bytes of a request as a browser would send it, more or less. */
export function requestBytes({ method = "GET", path, cookie, json }: Ask): Buffer {
  const body = json === undefined ? "" : JSON.stringify(json);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `User-Agent: ${USER_AGENT}`,
    "Accept: application/json",
    "Accept-Language: en-US,en;q=0.5",
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(body === ""
      ? []
      : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** The cookies that a reply sets, as the next request sends them. */
export const cookiesSetBy = ({ head }: Reply): string =>
  [...head.matchAll(/\r\nset-cookie: *([^;\r]+)/gi)].map((match) => match[1]).join("; ");
