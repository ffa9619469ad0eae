import type { RowLocks } from "../engine.js";

/**
 * The open transaction holds the only write lock of the file, so no row needs a lock of its own.
 */
export const sqliteRowLocks: RowLocks = {
  forUpdate: (query) => query,
  forNoKeyUpdate: (query) => query,
  forKeyShare: (query) => query,
  skipLocked: (query) => query,
};
