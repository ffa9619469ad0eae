import type { FailureStreak, FailureStreakStore } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type FailureStreakTable, toDate } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const COLUMNS = ["key", "failures", "blocked_until", "expires_at"] as const;

const toFailureStreak = (row: Selectable<FailureStreakTable>): FailureStreak => ({
  key: row.key,
  failures: row.failures,
  blockedUntil: toDate(row.blocked_until),
  expiresAt: toDate(row.expires_at),
});

const replaceable = (given: FailureStreak) => ({
  failures: given.failures,
  blocked_until: given.blockedUntil,
  expires_at: given.expiresAt,
});

export function failureStreaks({
  db,
  rows,
  lockKey,
}: Compiler): (at: Access) => FailureStreakStore {
  const lock = statement((given: { key: string }) =>
    db
      .selectFrom("auth_failure_streak")
      .select(COLUMNS)
      .where("key", "=", given.key)
      .$call(rows.forUpdate),
  );

  const replace = statement((given: FailureStreak) =>
    db
      .insertInto("auth_failure_streak")
      .values({ key: given.key, ...replaceable(given) })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(replaceable(given))),
  );

  const remove = statement((given: { key: string }) =>
    db.deleteFrom("auth_failure_streak").where("key", "=", given.key),
  );

  return ({ writes }) => ({
    async lock(key) {
      // A row lock cannot hold a key that has no row yet. A statement of its own: one with the reading would read what was there before it waited.
      if (lockKey) await first(writes, lockKey, { key });
      const row = await first(writes, lock, { key });
      return row ? toFailureStreak(row) : null;
    },
    async replace(streak) {
      await changed(writes, replace, streak);
    },
    async delete(key) {
      await changed(writes, remove, { key });
    },
  });
}
