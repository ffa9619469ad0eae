import type { DialectName } from "../engine.js";

/** How each kind of column is written in the dialect at hand. */
export interface ColumnTypes {
  readonly id: string;
  /** Compared byte by byte, whatever the database's collation. */
  readonly key: string;
  readonly text: string;
  readonly timestamp: string;
  readonly flag: string;
  readonly json: string;
  /** What is no text. */
  readonly bytes: string;
  /** To 2^31 − 1 at least. */
  readonly integer: string;
  /** To 2^53 − 1 at least. */
  readonly bigInteger: string;
  /**
   * Returns the expression of a text column with its ASCII letters in lower case and all other
   * characters as they are, compared byte by byte: the same in every database.
   */
  readonly foldedAscii: (column: string) => string;
  /** What follows the closing bracket of `create table (…)`. */
  readonly tableEnd: string;
}

/**
 * `expand` only adds, so that releases which do not know the migration work on beside it;
 * `contract` takes away or changes what they may use.
 */
export type MigrationPhase = "expand" | "contract";

/** Numbered from 0001 without gaps. Once released its statements never change. */
export interface Migration {
  /** `0001-initial` */
  readonly id: string;
  /**
   * Returns the SQL statements, in order, in the column types of a dialect. They run in one
   * transaction, but on Postgres indexes on tables that are there already are built behind it,
   * concurrently, and constraints on them are validated behind it: nothing that uses the tables
   * waits. A later statement that removes, renames or needs what these are about is refused.
   */
  readonly statements: (types: ColumnTypes) => readonly string[];
  /**
   * Returns statements that each change some of the rows that are still to be changed, at most a
   * thousand or so. Each is repeated behind the transaction until it changes none, so that none
   * holds its locks for long. An earlier release may write such rows meanwhile and afterwards.
   * Default: none.
   */
  readonly rewrites?: (types: ColumnTypes) => readonly string[];
  /**
   * Default: `expand` when its statements only add tables, views, indexes, rows, and columns that
   * earlier releases need not fill; otherwise `contract`. A migration that removes or renames
   * something is no `expand`, whatever it declares.
   */
  readonly phase?: MigrationPhase;
  /**
   * The number of the newest migration that the oldest release which works after this one knows:
   * after a `contract` with 12, releases that know 0012 still start. Default: 0, every release, for
   * `expand`; its own number, no release without it, for `contract`.
   */
  readonly oldestSchema?: number;
}

/**
 * A migration whose tables belong to a feature now. It stays in the history, which is compared by
 * position and checksum: a database that ran it is known by the checksum of its statements, and a
 * new one records it without running any, so that earlier releases know that database too. The
 * migrations of the feature create what is not there, and adopt what is.
 */
export interface MovedMigration {
  readonly id: string;
  /** The namespace of the feature's migrations. */
  readonly movedTo: string;
  /** Of the statements that it had. */
  readonly checksums: Readonly<Record<DialectName, string>>;
}

export const COLUMN_TYPES: Record<DialectName, ColumnTypes> = {
  postgres: {
    id: 'text collate "C"',
    key: 'text collate "C"',
    text: "text",
    timestamp: "timestamptz(3)",
    flag: "boolean",
    json: "jsonb",
    bytes: "bytea",
    integer: "integer",
    bigInteger: "bigint",
    foldedAscii: (column) => `lower(${column} collate "C")`,
    tableEnd: "",
  },
  sqlite: {
    id: "text",
    key: "text",
    text: "text",
    timestamp: "text",
    flag: "integer",
    json: "text",
    bytes: "blob",
    integer: "integer",
    bigInteger: "integer",
    foldedAscii: (column) => `lower(${column})`,
    tableEnd: " strict",
  },
};
