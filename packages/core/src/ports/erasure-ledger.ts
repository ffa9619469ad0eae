import type { ErasureEntry } from "../kernel/erasure-entry.js";

/**
 * The list of erased users that is kept outside the database, so that a restored backup brings none
 * of them back. It only grows, it holds no name, no email address and no id, and all processes use
 * the same one. `fileErasureLedger` keeps it in a file; an application with several machines keeps
 * it in an object store, one object for each entry.
 * @example
 * const ledger: ErasureLedger = {
 *   append: (entry) => bucket.put(`erasures/${entry}`, ""),
 *   async *list() {
 *     for await (const name of bucket.list("erasures/")) yield name.slice("erasures/".length);
 *   },
 * };
 */
export interface ErasureLedger {
  /**
   * Adds an entry. Resolves when it is durable: no failure of the machine takes it away any more.
   * It may be called again with an entry that is there already, by several processes at once too.
   * What it throws is tried again later.
   */
  append(entry: ErasureEntry): Promise<void>;
  /**
   * Yields every entry, in any order; one may come twice. What is no entry, such as the rest of an
   * interrupted write, is counted as unreadable.
   */
  list(): AsyncIterable<string>;
}
