import type { ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";

export type Json = Readonly<Record<string, unknown>>;
export type Endpoint = "discovery" | "token" | "jwks" | "userinfo";

/** How an id_token is signed: the last four are lies. */
export type Signing =
  | "RS256"
  | "PS256"
  | "ES256"
  | "EdDSA"
  | "none"
  | "HS256 with the client secret"
  | "foreign key"
  | "unknown kid";

/** One way in which a provider differs from a good one. */
export interface Misbehaviour {
  readonly metadata?: (metadata: Json) => Json;
  /** What the browser brings back. */
  readonly callback?: (parameters: URLSearchParams) => void;
  readonly claims?: (claims: Json) => Json;
  /** Each key that is published. */
  readonly key?: (key: Json) => Json;
  readonly signing?: Signing;
  /** It has never heard of PKCE, and refuses what it does not know. */
  readonly knowsPkce?: false;
  readonly tokens?: (tokens: Json) => Json;
  readonly userinfo?: (userinfo: Json) => Json;
  /** Takes the place of an endpoint's answer. */
  readonly answers?: Partial<Record<Endpoint, (response: ServerResponse) => unknown>>;
}

/** Drops members of an object. */
export const without =
  (...names: readonly string[]) =>
  (all: Json): Json =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));

const HUGE = 50 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, " ");

/** Answers that take the place of any endpoint's. */
export const ANSWERS = {
  "hangs without a word": () => undefined,
  "hangs in the middle of its answer": (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"issuer":');
  },
  "answers with 50 MB": async (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("{");
    for (let sent = 0; sent < HUGE && !response.destroyed; sent += CHUNK.length) {
      if (!response.write(CHUNK)) await Promise.race([drained(response), closed(response)]);
      await turn();
    }
    response.end("}");
  },
  redirects: (response: ServerResponse) =>
    response.writeHead(302, { location: "/elsewhere" }).end(),
  "redirects for good, keeping the method": (response: ServerResponse) =>
    response.writeHead(308, { location: "/elsewhere" }).end(),
  "answers with 500": (response: ServerResponse) =>
    response.writeHead(500, { "content-type": "application/json" }).end("{}"),
  "answers with a page": (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
  "answers with a list": (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "application/json" }).end("[]"),
} as const;

const drained = (response: ServerResponse) =>
  new Promise((resolve) => response.once("drain", resolve));
const closed = (response: ServerResponse) =>
  new Promise((resolve) => response.once("close", resolve));
