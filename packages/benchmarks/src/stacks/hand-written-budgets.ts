import { createHmac } from "node:crypto";
import type SqliteDatabase from "better-sqlite3";

const KEY = Buffer.alloc(32, "pseudonym");
const pseudonym = (text: string): string =>
  createHmac("sha256", KEY).update(text).digest("base64url").slice(0, 22);

/** A counter in a fixed window: what it is for, whose it is, and how much it allows. */
export interface Budget {
  readonly purpose: string;
  readonly of: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Counters like the library's, each one statement. */
export function prepareBudgets(database: SqliteDatabase.Database) {
  const spend =
    database.prepare(`insert into auth_counter (key, count, spent, resets_at) values (@key, 1, 1, @resetsAt)
    on conflict (key) do update set
      count = case when resets_at <= @now then 1 when count < @limit then count + 1 else count end,
      spent = resets_at <= @now or count < @limit,
      resets_at = case when resets_at <= @now then excluded.resets_at else resets_at end
    returning spent`);
  const release = database.prepare(
    "update auth_counter set count = count - 1 where key = ? and count > 0",
  );
  const keyOf = ({ purpose, of }: Pick<Budget, "purpose" | "of">): string =>
    `${purpose}/${pseudonym(of)}`;

  return {
    spend(budget: Budget): boolean {
      const now = Date.now();
      const given = {
        key: keyOf(budget),
        limit: budget.limit,
        now: new Date(now).toISOString(),
        resetsAt: new Date(now + budget.windowMs).toISOString(),
      };
      return (spend.get(given) as { spent: number }).spent === 1;
    },
    giveBack: (budget: Pick<Budget, "purpose" | "of">): void => void release.run(keyOf(budget)),
  };
}
