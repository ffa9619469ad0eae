import type { Server } from "node:http";

const LOOK_EVERY_MS = 25;

/** Accepts nothing more and resolves when the last request is answered; connections that still hold one after `patienceMs` are cut. */
export function stopServing(server: Server, patienceMs: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    // Connections kept alive become idle one by one, and nothing else closes them.
    const look = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
    const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearInterval(look);
      clearTimeout(cut);
      resolve();
    });
  });
}
