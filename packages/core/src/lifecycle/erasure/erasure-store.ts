import type { ErasureEntry } from "../../kernel/erasure-entry.js";

/**
 * The erasures that this state of the database knows of: those it has carried out, and those of
 * which it has seen that the user is absent.
 */
export interface ErasureStore {
  /**
   * Inserts the entry of an erasure. False, and nothing changed, when it is known already. Atomic:
   * one of many racing callers gets true.
   */
  insertUnlessKnown(entry: ErasureEntry, now: Date): Promise<boolean>;
  /**
   * Inserts those of the entries that are not known, however many there are. Returns the number of
   * entries inserted.
   */
  insertAllUnlessKnown(entries: readonly ErasureEntry[], now: Date): Promise<number>;
  /**
   * Returns up to `limit` known entries in the order of their bytes, behind `after`; from the first
   * on when it is null.
   */
  list(after: ErasureEntry | null, limit: number): Promise<readonly ErasureEntry[]>;
}
