import type { Retention, Store } from "@acme/auth-core";
import type { ExpressionBuilder, Kysely } from "kysely";
import type { Access, Compiler } from "./engine.js";
import type { Database } from "./schema.js";
import { changed, statement } from "./statement.js";

/** What ends the life of a table's rows. */
interface Lifetime<Column extends string = string> {
  /** The column that tells the rows apart. */
  readonly key: Column;
  /** A row is removed once `ends` has come, at that very instant. */
  readonly ends: Column;
  /** The rows are kept for this long after `ends`, and removed at that very instant. */
  readonly keptFor?: keyof Retention;
  /** Nothing is removed at the very instant, only from the next on. */
  readonly exclusive?: true;
  /** Only rows of these statuses are removed. */
  readonly statuses?: readonly string[];
  /** Most rows have one of these statuses. */
  readonly mostlySettled?: true;
  /** Only rows of this kind are removed. */
  readonly kind?: string;
}

type Lifetimes = {
  readonly [Name in keyof Database]: Lifetime<keyof Database[Name] & string> | null;
};

/**
 * Every table, and what ends the life of its rows; null where they end only with their owner or by
 * a use case. A table that is missing here does not compile.
 */
const LIFETIMES: Lifetimes = {
  auth_user: null,
  auth_password: null,
  auth_failure_streak: { key: "key", ends: "expires_at" },
  auth_mailed_link: { key: "id", ends: "expires_at" },
  auth_user_handle: null,
  auth_passkey: null,
  auth_passkey_challenge: { key: "id", ends: "expires_at" },
  auth_linked_account: null,
  auth_oauth_state: { key: "id", ends: "expires_at" },
  auth_session: { key: "id", ends: "expires_at" },
  auth_known_browser: { key: "id", ends: "expires_at" },
  auth_organization: null,
  auth_membership: null,
  auth_invitation: { key: "id", ends: "expires_at", keptFor: "invitations" },
  auth_one_time_code: { key: "id", ends: "expires_at" },
  // A queued mail that has expired is dropped by the worker, which says so in the log.
  auth_outbox_mail: { key: "id", ends: "expires_at", statuses: ["dead"] },
  auth_counter: { key: "key", ends: "resets_at" },
  auth_audit_entry: { key: "id", ends: "at", keptFor: "auditEntries", exclusive: true },
  // Other dead jobs wait for an operator: an account, an export or a file is at stake.
  auth_job: {
    key: "id",
    ends: "next_attempt_at",
    keptFor: "subscriberCalls",
    statuses: ["dead"],
    kind: "notify-subscriber",
  },
  auth_deletion_request: null,
  // As long as the ledger lists them.
  auth_erasure: null,
  // Its job ends an export: there is a file to remove.
  auth_export_request: null,
  auth_file_chunk: null,
  auth_webhook_endpoint: null,
  auth_webhook_delivery: {
    key: "id",
    ends: "expires_at",
    statuses: ["delivered", "dead"],
    mostlySettled: true,
  },
};

/** The tables, by name, each behind those it refers to. */
export const TABLES: readonly string[] = Object.keys(LIFETIMES);

/**
 * Whether a row is settled. Where most rows are, none of them is to be found by its status: SQLite
 * took the index of the status, and read and sorted what had arrived in a month. No index knows
 * what a function makes of a column.
 */
const statusIn =
  ({ mostlySettled }: Lifetime, statuses: readonly string[]) =>
  (row: ExpressionBuilder<Record<string, Record<string, unknown>>, string>) =>
    row(mostlySettled ? row.fn("nullif", ["status", row.val("")]) : "status", "in", statuses);

/**
 * Up to `limit` rows of one table, those that ended first. Rows that another transaction has locked
 * wait for the next sweep.
 */
function removeEnded({ db, rows }: Compiler, table: string, lifetime: Lifetime) {
  const { key, ends, exclusive, statuses, kind } = lifetime;
  const anyTable = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  return statement((given: { until: Date; limit: number }) => {
    const ended = anyTable
      .selectFrom(table)
      .select(key)
      .where(ends, exclusive ? "<" : "<=", given.until)
      .orderBy(ends)
      .limit(given.limit);
    const settled = statuses === undefined ? ended : ended.where(statusIn(lifetime, statuses));
    const removable = kind === undefined ? settled : settled.where("kind", "=", kind);
    return anyTable
      .with("ended", () => removable.$call(rows.skipLocked))
      .deleteFrom(table)
      .where(key, "in", anyTable.selectFrom("ended").select(`ended.${key}`));
  });
}

/**
 * Empties the reasons of tombstones that an earlier release made beside this one. None of them has
 * one otherwise.
 */
const emptyTombstones = ({ db, rows }: Compiler) =>
  statement((given: { limit: number }) =>
    db
      .with("told", (query) =>
        query
          .selectFrom("auth_deletion_request")
          .select("id")
          .where("user_id", "is", null)
          .where("reason", ">", "")
          .orderBy("user_id")
          .orderBy("reason")
          .limit(given.limit)
          .$call(rows.skipLocked),
      )
      .updateTable("auth_deletion_request")
      .set({ reason: "" })
      .where("id", "in", (query) => query.selectFrom("told").select("told.id")),
  );

/** Compiles the sweep; what it returns runs it somewhere. */
export function compileSweep(compiler: Compiler): (at: Access) => Store["sweep"] {
  const removals = Object.entries<Lifetime | null>(LIFETIMES).flatMap(([table, lifetime]) =>
    lifetime ? [{ keptFor: lifetime.keptFor, remove: removeEnded(compiler, table, lifetime) }] : [],
  );

  const empty = emptyTombstones(compiler);

  return ({ writes }) =>
    async (now, limit, retention) => {
      let removed = await changed(writes, empty, { limit });
      for (const { keptFor, remove } of removals) {
        const until = keptFor ? new Date(now.getTime() - retention[keptFor]) : now;
        removed += await changed(writes, remove, { until, limit });
      }
      return removed;
    };
}
