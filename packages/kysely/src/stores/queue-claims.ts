import type { QueueRow } from "@acme/auth-core";
import type { CallQueue, Claim } from "@acme/auth-core/store";
import { type Expression, sql, type SqlBool } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { first, list, statement } from "../statement.js";
import { queueIn, type QueueOf } from "./queue-table.js";

/**
 * Which due rows are looked for before anything is claimed, and which of them are claimed then.
 * Without it, all.
 */
interface Among<Given> {
  readonly look?: (given: Given) => Expression<SqlBool>;
  readonly take?: ((given: Given) => Expression<SqlBool>) | undefined;
}

/**
 * Compiles the claim of due rows; what it returns claims them somewhere, and returns them oldest
 * first.
 */
export function claiming<Given extends Claim, Row extends QueueRow, Stored>(
  compiler: Compiler,
  { table, columns, toRow }: QueueOf<Row, Stored>,
  { look, take }: Among<Given> = {},
): (at: Access, given: Given) => Promise<readonly Row[]> {
  const { queues, queue, selected } = queueIn(compiler, table, columns);
  const due = (given: Given, among?: (given: Given) => Expression<SqlBool>) => {
    const rows = queues
      .selectFrom(queue)
      .select("id")
      .where("status", "=", "queued")
      .where("next_attempt_at", "<=", given.now);
    return among ? rows.where(among(given)) : rows;
  };
  const anyDue = statement((given: Given) => due(given, look).limit(1));
  const claimDue = statement((given: Given) =>
    queues
      .with("due", () =>
        due(given, take)
          .orderBy("next_attempt_at")
          .orderBy("id")
          .limit(given.limit)
          .$call(compiler.rows.skipLocked),
      )
      .updateTable(queue)
      .set({ lease: given.lease, next_attempt_at: given.leaseEnds })
      .where("id", "in", (query) => query.selectFrom("due").select("due.id"))
      .returning(selected),
  );

  return async ({ reads, writes }, given) => {
    // An idle worker polls; on SQLite a guarded update would take the write lock each time, due row
    // or not.
    if (!(await first(reads, anyDue, given))) return [];
    const claimed: readonly unknown[] = await list(writes, claimDue, given);
    return (claimed as readonly Stored[]).map(toRow).sort(oldestFirst);
  };
}

const oldestFirst = (one: QueueRow, other: QueueRow): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

type BusyClaim = Claim & Readonly<Record<`busy${number}`, string>>;

/** Compiles `claimCalls`, once for each number of busy receivers. */
export function claimingCalls<Row extends QueueRow, Stored>(
  compiler: Compiler,
  queue: QueueOf<Row, Stored>,
  { receiver, only }: { readonly receiver: string; readonly only?: Expression<SqlBool> },
): (at: Access) => CallQueue<Row>["claimCalls"] {
  function compile(count: number) {
    const among = (given: BusyClaim): Expression<SqlBool> => {
      const busy = Array.from({ length: count }, (_, index) => given[`busy${index}`]);
      const isFree =
        count === 0
          ? sql<SqlBool>`1 = 1`
          : sql<SqlBool>`${sql.ref(receiver)} not in (${sql.join(busy)})`;
      return only ? sql<SqlBool>`${only} and ${isFree}` : isFree;
    };
    return claiming<BusyClaim, Row, Stored>(compiler, queue, { look: among, take: among });
  }
  const byCount = new Map<number, ReturnType<typeof compile>>();

  return (at) => (busy, claim) => {
    const claimIn = byCount.get(busy.length) ?? compile(busy.length);
    byCount.set(busy.length, claimIn);
    const receivers = Object.fromEntries(busy.map((one, index) => [`busy${index}`, one]));
    return claimIn(at, { ...claim, ...receivers });
  };
}
