import type { Server } from "node:http";

const CHECK_INTERVAL_MS = 25;

/** Accepts no more connections and resolves when the last request is answered. Connections with a request that is still unanswered after `timeoutMs` are closed. */
export function stopServing(server: Server, timeoutMs: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    // Connections kept alive become idle one by one, and nothing else closes them.
    const closing = setInterval(() => server.closeIdleConnections(), CHECK_INTERVAL_MS);
    const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearInterval(closing);
      clearTimeout(cut);
      resolve();
    });
  });
}
