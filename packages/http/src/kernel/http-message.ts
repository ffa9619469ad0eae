import type { Client } from "@acme/auth-core";

/** A request in plain values, as any server can give it. */
export interface HttpRequest {
  readonly method: string;
  /** The raw path, still percent-encoded. */
  readonly path: string;
  /** The part after the `?`, raw. Empty without one. */
  readonly query: string;
  /**
   * The IP address of the client, found behind trusted proxies, and the network that limits count
   * by.
   */
  readonly peer: Pick<Client, "ipAddress" | "network">;
  /**
   * Reads a header.
   * @param name in lower case
   * @returns the value, undefined when the header is absent. Repeated headers are joined as
   * node:http joins them.
   */
  header(name: string): string | undefined;
  /**
   * Reads the body. Call it once.
   * @param limit in bytes
   * @returns null when there is no body.
   * @throws {AuthError} `PAYLOAD_TOO_LARGE` beyond `limit`, `INVALID_JSON` when the client ends the
   * upload early.
   */
  readBody(limit: number): Promise<RawBody | null>;
}

/** The bytes of a body, or the value that a parser of the application has made of them. */
export type RawBody = { readonly bytes: Uint8Array } | { readonly parsed: unknown };

/** A reply in plain values, for any server to send. */
export interface HttpReply {
  readonly status: number;
  /** Name, value, name, value … each name once. */
  readonly headers: readonly string[];
  /** Values of `Set-Cookie`, each a header of its own. */
  readonly cookies: readonly string[];
  /** Text or bytes, or pieces that are sent as they come. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** The body is in the language of the browser: `Vary` names `Accept-Language`. */
  readonly byLanguage?: true;
  /** In place of the headers that every reply has; and no other origin may read the reply. */
  readonly standing?: readonly string[];
}

/** A request, and the id under which it is answered and logged: `X-Request-Id`. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly requestId: string;
}
