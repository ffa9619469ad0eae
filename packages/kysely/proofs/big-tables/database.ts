import type { Engine } from "../../src/engine.js";
import type { Recorded } from "./recording.js";

/** How a database runs a statement. */
export interface Explained {
  /** How it comes to its rows, step by step. */
  readonly steps: readonly string[];
  /** Steps that become slower as the tables grow. */
  readonly faults: readonly string[];
}

/** A database with the tables filled. */
export interface BigDatabase {
  readonly name: "Postgres" | "SQLite";
  readonly openEngine: () => Engine;
  explain(statement: Recorded): Promise<Explained>;
  /** Foreign keys that no index serves. */
  bareReferences(): Promise<readonly string[]>;
  /** Runs one statement of SQL. */
  run(sql: string): Promise<void>;
  readonly close: () => Promise<void>;
}
