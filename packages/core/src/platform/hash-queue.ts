import { AuthError } from "../kernel/errors.js";
import type { HashQueue } from "../ports/metrics.js";

/**
 * Runs at most `atOnce` pieces of work, lets `waiting` more wait their turn, and refuses the rest
 * at once. Tells `changed` whenever it has become longer or shorter.
 */
export function createBoundedQueue(
  atOnce: number,
  waiting: number,
  changed: (queue: HashQueue) => void = () => {},
) {
  let running = 0;
  const line: (() => void)[] = [];
  const tell = (): void => changed({ running, waiting: line.length });

  return async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else if (line.length >= waiting) throw new AuthError("BUSY");
    else
      await new Promise<void>((resolve) => {
        line.push(resolve);
        tell();
      });
    tell();
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running--;
      tell();
    }
  };
}

/**
 * A bounded queue of hashes, each of which has its place from before it is prepared until it is
 * done, so that one that would be refused later is refused at once.
 */
export function createHashQueue(
  atOnce: number,
  waiting: number,
  changed: (queue: HashQueue) => void,
) {
  let free = atOnce + waiting;
  const inTurn = createBoundedQueue(atOnce, free, changed);

  return async <P, T>(prepare: () => Promise<P>, work: (prepared: P) => Promise<T>): Promise<T> => {
    if (free === 0) throw new AuthError("BUSY");
    free--;
    try {
      const prepared = await prepare();
      return await inTurn(() => work(prepared));
    } finally {
      free++;
    }
  };
}

/**
 * Gives every caller a later turn of the event loop, one caller each: between them come the
 * requests that have arrived meanwhile.
 */
export function createPace(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => new Promise((resolve) => setImmediate(resolve))));
}
