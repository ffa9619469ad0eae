import type { Server } from "node:net";

/** Returns the port on which a server listens. */
export function portOf(server: Server): number {
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("It listens on no port.");
  return bound.port;
}
