/**
 * A queue for one handle, first in, first out. Resolves when the caller has the handle, to the
 * function that releases it.
 */
export type WriteQueue = () => Promise<() => void>;

export function createWriteQueue(): WriteQueue {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    let end!: () => void;
    last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  };
}
