import type { FailureStreak, FailureStreakStore } from "@acme/auth-core/store";
import { instant, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { FailureStreakTable } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const STREAK = mapperOf<FailureStreak, FailureStreakTable>()({
  key: "key",
  failures: "failures",
  blockedUntil: instant("blocked_until"),
  expiresAt: instant("expires_at"),
});

export function failureStreaks({
  db,
  rows,
  lockKey,
}: BaseCompiler): (at: Access) => FailureStreakStore {
  const lock = statement((given: { key: string }) =>
    db
      .selectFrom("auth_failure_streak")
      .select(STREAK.columns)
      .where("key", "=", given.key)
      .$call(rows.forUpdate),
  );

  const replace = statement((given: FailureStreak) =>
    db
      .insertInto("auth_failure_streak")
      .values(STREAK.toRow(given))
      .onConflict((conflict) => conflict.column("key").doUpdateSet(STREAK.toRow(given))),
  );

  const remove = statement((given: { key: string }) =>
    db.deleteFrom("auth_failure_streak").where("key", "=", given.key),
  );

  return ({ writes }) => ({
    async lock(key) {
      // A row lock cannot hold a key that has no row yet. A statement of its own: one with the
      // reading would read what was there before it waited.
      if (lockKey) await first(writes, lockKey, { key });
      const row = await first(writes, lock, { key });
      return STREAK.toEntityOrNull(row);
    },
    async replace(streak) {
      await changed(writes, replace, streak);
    },
    async delete(key) {
      await changed(writes, remove, { key });
    },
  });
}
