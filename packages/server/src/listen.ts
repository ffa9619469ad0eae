import type { Server } from "node:http";

/** Where to listen. Without a host, on all interfaces. */
export interface Endpoint {
  readonly port: number;
  readonly host: string | null;
}

/** Resolves when the server accepts connections; rejects when the port is in use or not allowed. */
export const listen = (server: Server, { port, host }: Endpoint): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host !== null && { host }) }, () => {
      server.off("error", reject);
      resolve();
    });
  });
