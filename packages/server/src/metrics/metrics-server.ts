import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Logger } from "@acme/auth-core";
import { inBrackets, isExpectedHost } from "./expected-host.js";

/** Where metrics are served, and what goes wrong there is logged. */
export interface MetricsPlace {
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
}

/** Version 0.0.4 of the text format, which every Prometheus reads. */
const HEADERS = {
  "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

const MISDIRECTED = "Metrics are not served under this Host: see METRICS_HOST.\n";

/**
 * Serves `text` at `/metrics`, and nothing else, on a port of its own, to requests for the host
 * that it listens on.
 */
export async function serveMetrics(
  { host, port, logger }: MetricsPlace,
  text: () => Promise<string>,
): Promise<Server> {
  const server = createServer((request, response) => {
    const isScrape = request.url?.split("?")[0] === "/metrics";
    if (!isScrape || (request.method !== "GET" && request.method !== "HEAD")) {
      response.writeHead(404).end();
      return;
    }
    if (!isExpectedHost(request.headers.host, host)) {
      response.writeHead(421, HEADERS).end(MISDIRECTED);
      return;
    }
    text().then(
      (body) => response.writeHead(200, HEADERS).end(body),
      (failure: unknown) => {
        logger.error("metrics_failed", {}, failure);
        response.writeHead(500).end();
      },
    );
  });
  server.listen({ host, port });
  await once(server, "listening");
  const bound = server.address();
  const actual = bound !== null && typeof bound === "object" ? bound.port : port;
  logger.info("metrics_listening", { url: `http://${inBrackets(host)}:${actual}/metrics` });
  return server;
}
