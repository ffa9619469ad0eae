import type { LeaseToken } from "@acme/auth-core/store";
import type { Expression, SqlBool } from "kysely";
import type { Compiler } from "../engine.js";
import type { Timestamp } from "../schema.js";
import { tablesOf } from "../tables-of.js";

/** The columns that the tables of all queues have. */
export interface QueueTable {
  readonly id: string;
  readonly status: "queued" | "dead";
  readonly attempts: number;
  readonly next_attempt_at: Timestamp;
  readonly created_at: Timestamp;
  readonly lease: LeaseToken | null;
}

/** One table as a queue. */
export interface QueueOf<Row, Stored> {
  readonly table: string;
  readonly columns: readonly (keyof Stored & string)[];
  /** Returns the row of what is stored. */
  readonly toRow: (stored: Stored) => Row;
  /** Which due rows may be claimed. Without it, all. */
  readonly claimable?: (now: Date) => Expression<SqlBool>;
  /** What else changes when a row is buried. */
  readonly buried?: Readonly<Record<string, unknown>>;
}

/**
 * All queue tables have the columns of `QueueTable`, so their statements differ in nothing but the
 * table's name.
 */
export const queueIn = (compiler: Compiler, table: string, columns: readonly string[] = []) => ({
  queues: tablesOf<Record<"queue", QueueTable>>(compiler),
  queue: table as "queue",
  selected: columns as readonly (keyof QueueTable)[],
});
