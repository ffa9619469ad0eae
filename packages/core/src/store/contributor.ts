import type { UserId } from "../kernel/ids.js";
import type { Tx } from "./store.js";

/**
 * How a host application participates in the end of an account: what it stores about a user appears
 * in the personal export, and is erased with the user. Rows of other people belong in neither.
 *
 * A deletion or an export names, when it is asked for, the contributors of the process that asks. A
 * worker that lacks one fails the job (`contributor_missing` in the log), and erases nothing: give
 * every process that runs a worker the same contributors, best by one module that calls
 * `createAuth` for all of them.
 * @example
 * const notes: Contributor = {
 *   section: "notes",
 *   async *export(userId) {
 *     for (const { id, text } of await listNotes(userId)) yield { id, text };
 *   },
 *   async eraseWithin(tx, userId) {
 *     await sql`delete from note where user_id = ${userId}`.execute(kyselyOf(tx));
 *   },
 *   async eraseAfter(userId) {
 *     await bucket.deleteFolder(`notes/${userId}`);
 *   },
 * };
 */
export interface Contributor {
  /**
   * Names the section of the export: letters and digits, the first one a lower-case letter. Each
   * contributor has its own, and none has that of a store.
   */
  readonly section: string;
  /**
   * Yields the user's rows as plain JSON values. Read them in pages, so that memory stays flat.
   * After a failure it is called again, from the start.
   */
  export(userId: UserId): AsyncIterable<Readonly<Record<string, unknown>>>;
  /**
   * Erases rows of the same database, within the transaction that deletes the user. It awaits
   * nothing but its `tx`. What it throws rolls the deletion back: the account stays, and the worker
   * tries the whole deletion again, `policy.deletionAttempts` times within three days.
   */
  eraseWithin(tx: Tx, userId: UserId): Promise<void>;
  /**
   * Null when there is nothing elsewhere. Otherwise it erases what is stored anywhere else, after
   * the user is gone. It may be called more than once,
   * also after it succeeded, so it must be idempotent. When it throws it is tried again,
   * `policy.jobAttempts` times in all within about five minutes; after the last one the log says
   * `job_dead`, and the job waits until an operator retries it.
   */
  readonly eraseAfter: ((userId: UserId) => Promise<void>) | null;
}
