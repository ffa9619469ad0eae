/**
 * Returns a function that resolves with what `work` resolves with, and with null when it fails or
 * takes longer. Work that still runs is not begun again: its result answers later calls.
 */
export function within<T>(timeoutMs: number, work: () => Promise<T>): () => Promise<T | null> {
  let running: Promise<T | null> | null = null;
  return () =>
    new Promise((resolve) => {
      running ??= work()
        .catch(() => null)
        .finally(() => {
          running = null;
        });
      const timeout = setTimeout(() => resolve(null), timeoutMs);
      void running.then((result) => {
        clearTimeout(timeout);
        resolve(result);
      });
    });
}
