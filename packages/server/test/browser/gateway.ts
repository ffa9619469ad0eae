import { createServer } from "node:http";
import { portOf } from "@acme/auth-testing/port-of";
import { passOn } from "./front-end.js";

/** The address of a service, known before the service is there. */
export interface Gateway {
  readonly url: string;
  leadTo(serviceUrl: string): void;
  stop(): Promise<void>;
}

/**
 * Longer than a test takes. A client that sends a request on a connection just as the server ends
 * it for idleness is told that it was reset.
 */
const KEEP_ALIVE_MS = 300_000;

/**
 * At `localhost`, so that a front end there is on the same site as the service: its cookies are
 * sent along.
 */
export async function openGateway(): Promise<Gateway> {
  let service: string | null = null;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, response) => {
    if (service !== null) return passOn(service, incoming, response);
    response.statusCode = 502;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  return {
    url: `http://localhost:${portOf(server)}`,
    leadTo: (serviceUrl) => void (service = serviceUrl),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
