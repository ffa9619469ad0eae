import type { Server } from "node:http";
import type { Socket } from "node:net";
import { POLICY, type Scheduler } from "@acme/auth-core";

/**
 * Watches a connection until it is closed, and closes it once its client has taken nothing for too
 * long of what was written to it.
 */
export type WatchConnection = (socket: Socket) => void;

/** How often within the timeout is looked how much a client has taken. */
const CHECKS_PER_TIMEOUT = 4;

const timers: Pick<Scheduler, "after"> = {
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Creates a watch over connections. One is closed when its client has taken nothing for
 * `timeoutMs`, and at most half as long again. What else happens on it does not count: a client
 * that sends, but does not read, is closed.
 */
export function createStallWatch(
  timeoutMs: number,
  scheduler: Pick<Scheduler, "after"> = timers,
): WatchConnection {
  /** What each client had taken at the last check, and how many checks have found it unchanged. */
  const watched = new Map<Socket, { taken: number; unchanged: number }>();
  let isScheduled = false;

  function scheduleCheck(): void {
    if (isScheduled || watched.size === 0) return;
    isScheduled = true;
    scheduler.after(timeoutMs / CHECKS_PER_TIMEOUT, check);
  }

  function check(): void {
    isScheduled = false;
    for (const [socket, progress] of watched) {
      const taken = bytesTaken(socket);
      const isStuck = socket.writableLength > 0 && taken === progress.taken;
      progress.taken = taken;
      progress.unchanged = isStuck ? progress.unchanged + 1 : 0;
      // The first check may have come just after the answer.
      if (progress.unchanged > CHECKS_PER_TIMEOUT) socket.destroy();
    }
    scheduleCheck();
  }

  return (socket) => {
    if (watched.has(socket) || socket.destroyed) return;
    watched.set(socket, { taken: bytesTaken(socket), unchanged: 0 });
    socket.once("close", () => watched.delete(socket));
    scheduleCheck();
  };
}

/**
 * The bytes that the operating system has taken for the client. Beyond them it takes more only when
 * the client reads.
 */
const bytesTaken = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/**
 * Closes every connection of a server whose client takes nothing of an answer for `timeoutMs`, and
 * at most half as long again. Without it such a client holds the connection and what was to be sent
 * for as long as it likes. `mount` does this for its own answers; this does it for all routes of an
 * application. A body that is written in one piece counts as taken when all of it was: send large
 * ones as streams.
 * @param server a server of `node:http`, such as `app.listen` of Express returns
 * @param timeoutMs Default: 60,000.
 * @example
 * closeStalledAnswers(app.listen(3000));
 */
export function closeStalledAnswers(server: Server, timeoutMs = POLICY.answerTimeout.value): void {
  server.on("connection", createStallWatch(timeoutMs));
}
