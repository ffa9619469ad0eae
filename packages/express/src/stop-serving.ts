import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";

/** Within this a busy proxy uses each of its connections once more, and is told to close it. */
const KEEP_ALIVE_TIMEOUT_MS = 500;
const CHECK_INTERVAL_MS = 25;
/** Connections come in one by one with the turns of the event loop. */
const MAX_WAITING_CONNECTIONS = 1_000;

/**
 * Accepts no more connections, and resolves when the last request is answered and no connection is
 * left.
 * @param timeoutMs After this, connections with a request that is still unanswered are closed.
 */
export type StopServing = (timeoutMs: number) => Promise<void>;

/**
 * Prepares a server for its stop, from its first request on. No request is lost then: a client that
 * keeps a connection alive may send on it at any moment, so it is told to close it with the next
 * answer, that of a request already under way included, and closed only when it stays unused.
 * @param server A server of `node:http`, such as `app.listen` of Express returns.
 * @returns what stops it
 * @example
 * const stopServing = prepareStop(app.listen(3000));
 * process.once("SIGTERM", () => void stopServing(5_000).then(() => auth.close()).then(() => store.close()));
 */
export function prepareStop(server: Server): StopServing {
  const unanswered = new Set<ServerResponse>();
  let stopping = false;
  server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    if (stopping) closeAfterAnswer(response);
    unanswered.add(response);
    response.once("close", () => unanswered.delete(response));
  });
  return async (timeoutMs) => {
    stopping = true;
    for (const response of unanswered) if (!response.headersSent) closeAfterAnswer(response);
    await stopServing(server, timeoutMs);
  };
}

async function stopServing(server: Server, timeoutMs: number): Promise<void> {
  await acceptWaitingConnections(server);
  return new Promise((resolve) => {
    let closing: NodeJS.Timeout | undefined;
    const closeUnused = setTimeout(() => {
      closing = setInterval(() => server.closeIdleConnections(), CHECK_INTERVAL_MS);
    }, KEEP_ALIVE_TIMEOUT_MS);
    const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
    // The `close` of HTTP servers would close the unused connections at once.
    SocketServer.prototype.close.call(server, () => {
      clearTimeout(closeUnused);
      clearInterval(closing);
      clearTimeout(cut);
      // What is left to end is the timer that checks the connections.
      server.close();
      resolve();
    });
  });
}

const closeAfterAnswer = (response: ServerResponse): void =>
  void response.setHeader("connection", "close");

/** The operating system resets connections that it has accepted and this process has not yet. */
async function acceptWaitingConnections(server: Server): Promise<void> {
  let accepted = true;
  const noteConnection = (): void => void (accepted = true);
  server.on("connection", noteConnection);
  // A signal comes in the middle of a turn, and what is left of that turn accepts no connection.
  await nextTurn();
  for (let turn = 0; accepted && turn < MAX_WAITING_CONNECTIONS; turn++) {
    accepted = false;
    await nextTurn();
  }
  server.off("connection", noteConnection);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
