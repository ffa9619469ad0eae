import type { Expression, Kysely, SqlBool } from "kysely";
import type { Compiler } from "../engine.js";
import type { JobTable, OutboxMailTable } from "../schema.js";

/** What the tables of all queues have. */
type QueueTable = Pick<
  JobTable | OutboxMailTable,
  "status" | "attempts" | "next_attempt_at" | "created_at" | "lease"
> & { readonly id: string };

/** One table as a queue. */
export interface QueueOf<Row, Stored> {
  readonly table: "auth_outbox_mail" | "auth_job" | "auth_webhook_delivery";
  readonly columns: readonly (keyof Stored & string)[];
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
export const queueIn = ({ db }: Compiler, table: string, columns: readonly string[] = []) => ({
  queues: db as unknown as Kysely<Record<"queue", QueueTable>>,
  queue: table as "queue",
  selected: columns as readonly (keyof QueueTable)[],
});
