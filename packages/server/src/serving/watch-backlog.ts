import type { Auth, Logger } from "@acme/auth-core";

const CHECK_INTERVAL_MS = 30_000;
/** Due work is taken within a second while a worker runs and keeps up. */
const MAX_LATENESS_MS = 30_000;
/** How long a queue that stays late is not told of again. */
const QUIET_MS = 600_000;

/** Whose queues are watched, and whether this process is the one that does. */
interface Watched {
  readonly auth: Pick<Auth, "worker" | "clock">;
  readonly speaks: () => boolean;
}

/**
 * Tells the operator when rows of a queue are due and no worker takes them: none runs, or they
 * cannot keep up. Of several serving processes one looks.
 * @returns what ends the watch.
 */
export function watchBacklog(
  { auth: { worker, clock }, speaks }: Watched,
  logger: Logger,
  intervalMs = CHECK_INTERVAL_MS,
): () => void {
  const quietUntil = new Map<string, number>();

  async function check(): Promise<void> {
    if (!speaks()) return;
    const now = clock.now().getTime();
    for (const [queue, { queued, oldestDueAt }] of Object.entries(await worker.backlog())) {
      const lateMs = oldestDueAt === null ? 0 : now - oldestDueAt.getTime();
      if (lateMs <= MAX_LATENESS_MS) quietUntil.delete(queue);
      else if (now >= (quietUntil.get(queue) ?? 0)) {
        quietUntil.set(queue, now + QUIET_MS);
        logger.warn("outbox_lagging", { queue, queued, lateSeconds: Math.floor(lateMs / 1_000) });
      }
    }
  }

  // A database that is out of reach is reported by the code that needs it.
  const timer = setInterval(() => void check().catch(() => {}), intervalMs).unref();
  return () => clearInterval(timer);
}
