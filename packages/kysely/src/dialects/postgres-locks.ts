import type { Kysely } from "kysely";
import type { BaseCompiler, RowLocks } from "../engine.js";
import type { Database } from "../schema.js";
import { statement } from "../statement.js";

export const postgresRowLocks: RowLocks = {
  forUpdate: (query, of) => query.forUpdate(of),
  forNoKeyUpdate: (query, of) => query.forNoKeyUpdate(of),
  forKeyShare: (query, of) => query.forKeyShare(of),
  skipLocked: (query, of) => query.forUpdate(of).skipLocked(),
};

/**
 * Any constant: it keeps these keys apart from what else is locked by a hash. Two keys of one hash
 * wait for each other, and nothing worse.
 */
const SEED = 4_021;

/** An advisory lock: a row lock cannot hold a key that has no row yet. */
export const postgresKeyLock = (db: Kysely<Database>): BaseCompiler["lockKey"] =>
  statement((given: { key: string }) =>
    db.selectNoFrom((row) =>
      row
        .fn("pg_advisory_xact_lock", [
          row.fn("hashtextextended", [row.val(given.key), row.lit(SEED)]),
        ])
        .as("taken"),
    ),
  );
