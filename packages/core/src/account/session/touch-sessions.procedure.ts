import { after, SECOND } from "../../kernel/duration.js";
import type { SessionId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { CallerSession } from "./caller-store.js";
import { expiryOf, isTouchDue } from "./lifetimes.js";
import type { SessionTouch } from "./session-store.js";

const BATCH_DELAY_MS = SECOND;

/** Sliding expiration: records that sessions are in use, which moves their idle limit. */
export interface SessionTouches {
  /**
   * Remembers that the session was used at `now`, if it is due. Writes nothing yet, so a request
   * never waits for it.
   */
  note(session: CallerSession, now: Date): void;
  /**
   * Writes what was noted, and waits for what is being written already. It never rejects: a touch
   * that is lost is noted again at the next use of the session.
   */
  flush(): Promise<void>;
}

/**
 * Collects touches for a second and writes them in one transaction, off the path of any request.
 * Each session is touched at most once in `policy.sessionTouchEvery`.
 */
export function createSessionTouches({
  store,
  policy,
  scheduler,
  logger,
}: Pick<Env, "store" | "policy" | "scheduler" | "logger">): SessionTouches {
  let noted = new Map<SessionId, SessionTouch>();
  const underWay = new Set<Promise<void>>();

  function note(session: CallerSession, now: Date): void {
    if (!isTouchDue(session, policy, now) || noted.has(session.id)) return;
    const expiresAt = expiryOf({ ...session, lastSeenAt: now }, policy);
    if (noted.size === 0) scheduler.after(BATCH_DELAY_MS, () => void flush());
    noted.set(session.id, {
      lastSeenAt: now,
      expiresAt,
      unseenSince: after(now, -policy.sessionTouchEvery),
    });
  }

  async function flush(): Promise<void> {
    const written = write();
    underWay.add(written);
    void written.then(() => underWay.delete(written));
    await Promise.all(underWay);
  }

  async function write(): Promise<void> {
    const touches = noted;
    noted = new Map();
    if (touches.size === 0) return;
    try {
      await store.transaction(async (tx) => {
        // Always in the same order, so that two processes touching the same sessions cannot
        // deadlock.
        for (const [id, touch] of [...touches].sort(([one], [other]) => (one < other ? -1 : 1)))
          await tx.sessions.touch(id, touch);
      });
    } catch (cause) {
      logger.warn("session_touch_failed", {
        sessions: touches.size,
        cause: cause instanceof Error ? cause.name : "unknown",
      });
    }
  }

  return { note, flush };
}
