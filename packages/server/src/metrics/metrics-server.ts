import { createServer, type Server } from "node:http";
import type { Logger } from "@acme/auth-core";
import { listen } from "../listen.js";

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

/** Serves `text` at `/metrics`, and nothing else, on a port of its own. */
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
    text().then(
      (body) => response.writeHead(200, HEADERS).end(body),
      (failure: unknown) => {
        logger.error("metrics_failed", {}, failure);
        response.writeHead(500).end();
      },
    );
  });
  await listen(server, { host, port });
  const bound = server.address();
  const actual = bound !== null && typeof bound === "object" ? bound.port : port;
  const name = host.includes(":") ? `[${host}]` : host;
  logger.info("metrics_listening", { url: `http://${name}:${actual}/metrics` });
  return server;
}
