/** Counts what is under way in this process. */
export interface Concurrency {
  /**
   * Begins one more under `key`. Returns what ends it, and null when as many as may be are under
   * way.
   */
  readonly begin: (key: string) => (() => void) | null;
}

/** @param limit how many may be under way at once under one key */
export function createConcurrency(limit: number): Concurrency {
  const underWay = new Map<string, number>();
  return {
    begin(key) {
      const count = underWay.get(key) ?? 0;
      if (count >= limit) return null;
      underWay.set(key, count + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (underWay.get(key) ?? 1) - 1;
        if (left === 0) underWay.delete(key);
        else underWay.set(key, left);
      };
    },
  };
}

/**
 * Passes pieces on, and calls `end` after the last, after a failure, and when the reader stops,
 * even before the first.
 */
export function endingWith<T>(pieces: AsyncIterable<T>, end: () => void): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator: AsyncIterator<T, unknown> = pieces[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const result = await iterator.next();
            if (result.done === true) end();
            return result;
          } catch (failure) {
            end();
            throw failure;
          }
        },
        async return() {
          end();
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
