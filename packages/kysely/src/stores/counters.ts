import type { CounterReading, CounterStore } from "@acme/auth-core/store";
import type { Selectable } from "kysely";
import type { Access, BaseCompiler } from "../engine.js";
import { type CounterTable, toDate } from "../schema.js";
import { changed, first, statement } from "../statement.js";

interface Spending {
  readonly key: string;
  readonly limit: number;
  readonly now: Date;
  readonly resetsAt: Date;
}

const toReading = (
  spent: boolean,
  row: Pick<Selectable<CounterTable>, "count" | "resets_at">,
): CounterReading => ({
  spent,
  count: row.count,
  resetsAt: toDate(row.resets_at),
});

export function counters({ db }: BaseCompiler): (at: Access) => CounterStore {
  const usedUp = ({ key, limit, now }: Spending) =>
    db
      .selectFrom("auth_counter as used")
      .select("used.key")
      .where("used.key", "=", key)
      .where("used.resets_at", ">", now)
      .where("used.count", ">=", limit);

  // No row comes back when the limit is reached. What the statement sees decides first, without a
  // lock: a refusal then writes nothing. A rival that takes the last one meanwhile is met at the
  // conflict.
  const spend = statement((given: Spending) =>
    db
      .insertInto("auth_counter")
      .columns(["key", "count", "spent", "resets_at"])
      .expression(
        db
          .selectNoFrom((row) => [
            row.val(given.key).as("key"),
            row.lit(1).as("count"),
            row.lit(true).as("spent"),
            row.val(given.resetsAt).as("resets_at"),
          ])
          .where((row) => row.not(row.exists(usedUp(given)))),
      )
      .onConflict((conflict) =>
        conflict
          .column("key")
          .doUpdateSet((row) => {
            const ended = row("auth_counter.resets_at", "<=", given.now);
            const next = row("auth_counter.count", "+", row.lit(1));
            return {
              count: row.case().when(ended).then(row.lit(1)).else(next).end(),
              resets_at: row
                .case()
                .when(ended)
                .then(row.ref("excluded.resets_at"))
                .else(row.ref("auth_counter.resets_at"))
                .end(),
            };
          })
          .where((row) =>
            row.or([
              row("auth_counter.resets_at", "<=", given.now),
              row("auth_counter.count", "<", given.limit),
            ]),
          ),
      )
      .returning(["count", "resets_at"]),
  );

  const live = statement((given: { key: string; now: Date }) =>
    db
      .selectFrom("auth_counter")
      .select(["count", "resets_at"])
      .where("key", "=", given.key)
      .where("resets_at", ">", given.now),
  );

  const release = statement((given: { key: string }) =>
    db
      .updateTable("auth_counter")
      .set((row) => ({ count: row("count", "-", row.lit(1)) }))
      .where("key", "=", given.key)
      .where("count", ">", 0),
  );

  const reset = statement((given: { key: string }) =>
    db.deleteFrom("auth_counter").where("key", "=", given.key),
  );

  return ({ reads, writes }) => ({
    async spend(key, limit, windowMs, now) {
      const resetsAt = new Date(now.getTime() + windowMs);
      if (limit < 1) {
        // Nothing may be counted, so no window may begin either.
        const row = await first(reads, live, { key, now });
        return row ? toReading(false, row) : { spent: false, count: 0, resetsAt };
      }
      for (;;) {
        const counted = await first(writes, spend, { key, limit, now, resetsAt });
        if (counted) return toReading(true, counted);
        const full = await first(reads, live, { key, now });
        if (full) return toReading(false, full);
        // It was reset in between, so there is room again.
      }
    },
    async release(key) {
      await changed(writes, release, { key });
    },
    async reset(key) {
      await changed(writes, reset, { key });
    },
  });
}
