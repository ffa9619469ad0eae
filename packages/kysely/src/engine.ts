import type { CallerStore } from "@acme/auth-core";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "./schema.js";
import type { Runner } from "./statement.js";

export type DialectName = "postgres" | "sqlite";

/** Where the statements of one set of stores run. Inside a transaction both are that transaction. */
export interface Access {
  /** For statements that only read. On a SQLite file it never waits behind a writer. */
  readonly reads: Runner;
  readonly writes: Runner;
}

/** What stores need to know to word their statements. */
export interface Wording {
  readonly dialect: DialectName;
  /** Builds and compiles; the stores run nothing on it. */
  readonly db: Kysely<Database>;
}

/** One database behind one dialect. Everything it rejects with for being out of reach is a `StoreUnavailable`. */
export interface Engine extends Wording, Access {
  readonly findCaller: CallerStore["find"];
  transaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** A transaction for changing the schema, which is under way nowhere else; everybody else waits for it to end before theirs begins. */
  migration<T>(work: (at: Runner) => Promise<T>): Promise<T>;
  readonly close: () => Promise<void>;
}
