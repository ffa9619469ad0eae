import { StoreConflict } from "../store-conflict.js";
import { StoreUnavailable } from "../store-unavailable.js";
import { NEEDS_TRANSACTION_POOLING } from "./postgres-pooling.js";

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  // The unix socket is gone.
  "ENOENT",
]);

/**
 * SQLSTATEs of a server that cannot serve right now: 08 connection failures, 53 no more
 * connections, disk or memory, 57 cancelled, shutting down, starting up or its database dropped,
 * 3D000 no such database and 55000 one that takes no connections (a pooler in between says so
 * late), 25006 a read-only standby after a failover, 25P03 and 55P03 a wait that took too long.
 */
const OUT_OF_SERVICE = /^(08...|53...|57...|3D000|55000|25006|25P03|55P03)$/;

/**
 * A prepared statement that is gone or is there already: the connection is not the one that it was
 * prepared on.
 */
const SWAPPED = new Set(["26000", "42P05"]);

/** Only the statement took too long, or its lock did. */
const STATEMENT_OVER = new Set(["57014", "55P03"]);

/** What pg and pg-pool say without a code; the last one of a store that was closed. */
const LOST =
  /^(Connection terminated|Cannot use a pool after calling end|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

type PgErrorField = "code" | "constraint";

const pgErrorField = (thrown: unknown, what: PgErrorField): string => {
  const value: unknown = thrown instanceof Error ? Reflect.get(thrown, what) : undefined;
  return typeof value === "string" ? value : "";
};

const codeOf = (thrown: unknown): string => pgErrorField(thrown, "code");

const isUnavailable = (thrown: unknown): boolean =>
  UNREACHABLE.has(codeOf(thrown)) ||
  SWAPPED.has(codeOf(thrown)) ||
  OUT_OF_SERVICE.test(codeOf(thrown)) ||
  (thrown instanceof Error && LOST.test(thrown.message));

/** Whether the connection can go on after this failure of a statement, as after any mistake. */
export const leavesConnection = (thrown: unknown): boolean =>
  STATEMENT_OVER.has(codeOf(thrown)) || !isUnavailable(thrown);

/** A row with the same unique value is there already, also when the transaction commits. */
const isUniqueViolation = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && codeOf(thrown) === "23505";

/** What to throw instead of what the driver threw. */
export function translated(thrown: unknown): unknown {
  if (SWAPPED.has(codeOf(thrown)))
    return new StoreUnavailable(new Error(NEEDS_TRANSACTION_POOLING, { cause: thrown }));
  if (isUniqueViolation(thrown)) return new StoreConflict(thrown);
  return isUnavailable(thrown) ? new StoreUnavailable(thrown) : thrown;
}

/** What an update looks at before it takes it: a user's email address, an organization's slug. */
const TAKEN_BY_UPDATES = new Set(["auth_user_email_key", "auth_organization_slug_key"]);

/** Another transaction took it between the read and the change. A second read sees that. */
const isJustTaken = (thrown: unknown): boolean =>
  thrown instanceof StoreConflict && TAKEN_BY_UPDATES.has(pgErrorField(thrown.cause, "constraint"));

/**
 * Another transaction removed the row that one of ours was to refer to, a user who is deleted for
 * one, since it was read. A second read finds none.
 */
const isJustGone = (thrown: unknown): boolean =>
  codeOf(thrown) === "23503" && pgErrorField(thrown, "constraint").startsWith("auth_");

/**
 * A serialisation failure, a deadlock, or a lost race for an email address, a slug or a row to
 * refer to: nothing was done, and doing it again may well work.
 */
const isLostRace = (thrown: unknown): boolean =>
  codeOf(thrown) === "40001" ||
  codeOf(thrown) === "40P01" ||
  isJustTaken(thrown) ||
  isJustGone(thrown);

const CROSSED = new Set(["55P03", "40P01", "40001"]);

/**
 * Whether a statement met others over a lock: it waited too long for one, or each waited for the
 * other.
 */
export const isCrossed = (thrown: unknown): boolean =>
  CROSSED.has(codeOf(thrown instanceof StoreUnavailable ? thrown.cause : thrown));

const RETRIES = 3;

export async function retryLostRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await work();
    } catch (thrown) {
      if (retries === RETRIES || !isLostRace(thrown)) throw thrown;
    }
  }
}
