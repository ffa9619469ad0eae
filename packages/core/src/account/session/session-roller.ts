import { after, SECOND } from "../../kernel/duration.js";
import type { SessionId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import { expiryOf, isRollDue } from "./lifetimes.js";
import type { Session } from "./session-store.js";

const GATHERING_MS = SECOND;

interface Seen {
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly unseenSince: Date;
}

export type SessionRoller = ReturnType<typeof createSessionRoller>;

/** Writes down that sessions are in use: gathered, in one transaction, off the request's path, at most once an hour for each. */
export function createSessionRoller({
  store,
  policy,
  scheduler,
  logger,
}: Pick<Env, "store" | "policy" | "scheduler" | "logger">) {
  let gathered = new Map<SessionId, Seen>();

  function note(session: Session, now: Date): void {
    if (!isRollDue(session, policy, now) || gathered.has(session.id)) return;
    const expiresAt = expiryOf({ ...session, lastSeenAt: now }, policy);
    if (gathered.size === 0) scheduler.after(GATHERING_MS, () => void flush());
    gathered.set(session.id, {
      lastSeenAt: now,
      expiresAt,
      unseenSince: after(now, -policy.sessionRollEvery),
    });
  }

  /** Writes what was gathered. A failure loses nothing but the roll: the session's next use is noted again. */
  async function flush(): Promise<void> {
    const rolls = gathered;
    gathered = new Map();
    if (rolls.size === 0) return;
    try {
      await store.transaction(async (tx) => {
        // Always in the same order, so that two processes rolling the same sessions cannot deadlock.
        for (const [id, seen] of [...rolls].sort(([one], [other]) => (one < other ? -1 : 1)))
          await tx.sessions.roll(id, seen);
      });
    } catch (cause) {
      logger.warn("session_roll_failed", {
        sessions: rolls.size,
        cause: cause instanceof Error ? cause.name : "unknown",
      });
    }
  }

  return { note, flush };
}
