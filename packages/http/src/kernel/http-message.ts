import type { Client } from "@acme/auth-core";

/** A request in plain values, as any server can give it. */
export interface HttpRequest {
  readonly method: string;
  /** The raw path, still encoded. */
  readonly path: string;
  /** What follows the `?`, raw; empty without one. */
  readonly query: string;
  /** The other end of the connection, trusted proxies looked through. */
  readonly peer: Pick<Client, "ipAddress" | "network">;
  /** The value of a header by its lower-case name; repeated ones joined as node:http joins them. */
  header(name: string): string | undefined;
  /** The body, read once; null when there is none. Rejects with `PAYLOAD_TOO_LARGE` beyond `limit` bytes. */
  readBody(limit: number): Promise<RawBody | null>;
}

/** Bytes as they came, or what a parser of the application made of them already. */
export type RawBody = { readonly bytes: Uint8Array } | { readonly parsed: unknown };

export interface HttpReply {
  readonly status: number;
  /** Name, value, name, value … each name once. */
  readonly headers: readonly string[];
  /** Values of `Set-Cookie`, each a header of its own. */
  readonly cookies: readonly string[];
  /** Text, or pieces that are sent as they come. */
  readonly body: string | AsyncIterable<Uint8Array> | null;
}
