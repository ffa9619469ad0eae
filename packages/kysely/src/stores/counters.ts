import type { CounterReading, CounterStore } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Wording } from "../engine.js";
import { type CounterTable, toDate } from "../schema.js";
import { changed, first, statement } from "../statement.js";

interface Spending {
  readonly key: string;
  readonly limit: number;
  readonly now: Date;
  readonly resetsAt: Date;
}

const toReading = (row: Pick<Selectable<CounterTable>, "spent" | "count" | "resets_at">): CounterReading => ({
  spent: Boolean(row.spent),
  count: row.count,
  resetsAt: toDate(row.resets_at),
});

export function counters({ db, dialect }: Wording): (at: Access) => CounterStore {
  const spend = statement((given: Spending) =>
    db
      .insertInto("auth_counter")
      .values({ key: given.key, count: 1, spent: true, resets_at: given.resetsAt })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((row) => {
          const over = row("auth_counter.resets_at", "<=", given.now);
          const free = row("auth_counter.count", "<", given.limit);
          const { count, resets_at } = { count: row.ref("auth_counter.count"), resets_at: row.ref("auth_counter.resets_at") };
          return {
            count: row
              .case()
              .when(over)
              .then(row.lit(1))
              .when(free)
              .then(row(count, "+", row.lit(1)))
              .else(count)
              .end(),
            spent: row
              .case()
              .when(row.or([over, free]))
              .then(row.lit(true))
              .else(row.lit(false))
              .end(),
            resets_at: row.case().when(over).then(row.ref("excluded.resets_at")).else(resets_at).end(),
          };
        }),
      )
      .returning(["spent", "count", "resets_at"]),
  );

  const live = statement((given: { key: string; now: Date }) =>
    db.selectFrom("auth_counter").select(["count", "resets_at"]).where("key", "=", given.key).where("resets_at", ">", given.now),
  );

  const release = statement((given: { key: string }) =>
    db
      .updateTable("auth_counter")
      .set((row) => ({ count: row("count", "-", row.lit(1)) }))
      .where("key", "=", given.key)
      .where("count", ">", 0),
  );

  const reset = statement((given: { key: string }) => db.deleteFrom("auth_counter").where("key", "=", given.key));

  const deleteExpired = statement((given: { now: Date; limit: number }) =>
    db
      .with("expired", (query) =>
        query
          .selectFrom("auth_counter")
          .select("key")
          .where("resets_at", "<=", given.now)
          .orderBy("resets_at")
          .limit(given.limit)
          .$if(dialect === "postgres", (rows) => rows.forUpdate().skipLocked()),
      )
      .deleteFrom("auth_counter")
      .where("key", "in", (query) => query.selectFrom("expired").select("expired.key")),
  );

  return ({ reads, writes }) => ({
    async spend(key, limit, windowMs, now) {
      const resetsAt = new Date(now.getTime() + windowMs);
      if (limit < 1) {
        // Nothing may be counted, so no window may begin either.
        const row = await first(reads, live, { key, now });
        return row ? toReading({ ...row, spent: false }) : { spent: false, count: 0, resetsAt };
      }
      return toReading((await first(writes, spend, { key, limit, now, resetsAt }))!);
    },
    async release(key) {
      await changed(writes, release, { key });
    },
    async reset(key) {
      await changed(writes, reset, { key });
    },
    deleteExpired: (now, limit) => changed(writes, deleteExpired, { now, limit }),
  });
}
