import type { UserId } from "../kernel/ids.js";
import type { Tx } from "./store.js";

/**
 * How a host application takes part in the end of an account: what it keeps of a user goes into the personal export, and goes when the user goes. Rows of
 * other people never belong in either.
 */
export interface Contributor {
  /** Names the section of the export. */
  readonly section: string;
  /** The user's rows as plain JSON values, read in pages so that memory stays flat. May be called again after a failure. */
  export(userId: UserId): AsyncIterable<Readonly<Record<string, unknown>>>;
  /** Erases rows of the same database, within the deleting transaction: what it throws keeps the account alive. Awaits nothing but its `tx`. */
  eraseWithin(tx: Tx, userId: UserId): Promise<void>;
  /** Erases what is kept anywhere else, after the user is gone. Retried until it succeeds, so it must be idempotent. */
  eraseAfter(userId: UserId): Promise<void>;
}
