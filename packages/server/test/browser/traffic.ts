import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** A request that a server of this process has answered. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
  readonly setCookies: readonly string[];
}

export type Wanted = (exchange: Exchange) => boolean;

export interface Traffic {
  readonly exchanges: readonly Exchange[];
  /** The next exchange like that, as soon as it is over. */
  next(wanted: Wanted): Promise<Exchange>;
  stop(): void;
}

const CHANNEL = "http.server.response.finish";

/**
 * Writes down what the servers of this process are asked: also what a browser asks behind the back
 * of its pages, as for an icon.
 */
export function recordTraffic(): Traffic {
  const exchanges: Exchange[] = [];
  const waiting = new Set<{ readonly wanted: Wanted; resolve(exchange: Exchange): void }>();

  const record = (message: unknown): void => {
    const { request, response } = message as {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
    };
    const exchange = {
      method: request.method!,
      url: new URL(request.url!, `http://${request.headers.host}`),
      headers: request.headers,
      status: response.statusCode,
      setCookies: [response.getHeader("set-cookie") ?? []].flat().map(String),
    };
    exchanges.push(exchange);
    for (const each of waiting) {
      if (!each.wanted(exchange)) continue;
      waiting.delete(each);
      each.resolve(exchange);
    }
  };
  subscribe(CHANNEL, record);

  return {
    exchanges,
    next: (wanted) => new Promise((resolve) => waiting.add({ wanted, resolve })),
    stop: () => void unsubscribe(CHANNEL, record),
  };
}
