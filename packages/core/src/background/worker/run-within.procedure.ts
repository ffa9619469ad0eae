import { after, DAY, isPast } from "../../kernel/duration.js";
import type { Env } from "../../store/env.js";

/** How long work may take. */
export interface TimeLimit {
  /** In milliseconds, up to a day. */
  readonly within: number;
}

/**
 * Does work, and returns when the time is up whether or not it has ended. The work is told that the
 * time is up, so that it begins nothing more; what hangs is not waited for.
 * @throws {RangeError} for a limit that is not between a millisecond and a day
 * @throws what the work throws in time
 */
export async function runWithin(
  { clock, scheduler }: Pick<Env, "clock" | "scheduler">,
  { within }: TimeLimit,
  work: (isOver: () => boolean) => Promise<void>,
): Promise<void> {
  if (!(within >= 1 && within <= DAY))
    throw new RangeError("within must be a number of milliseconds, from 1 to those of a day");
  const end = after(clock.now(), within);
  let isUp = false;
  let cancel = (): void => {};
  const timeIsUp = new Promise<void>((resolve) => {
    cancel = scheduler.after(within, () => {
      isUp = true;
      resolve();
    });
  });
  try {
    // The timer of a busy process may come late: the clock says so earlier.
    await Promise.race([work(() => isUp || isPast(end, clock.now())), timeIsUp]);
  } finally {
    cancel();
  }
}
