/**
 * Runs `work` on the first call and shares its result with all later ones. A failure is not kept:
 * the next call tries again.
 */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () =>
    (known ??= work().catch((failure: unknown) => {
      known = null;
      throw failure;
    }));
}
