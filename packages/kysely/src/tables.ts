/**
 * What the tables of a feature are written with: its `FeatureTables`, its migrations, and its
 * stores, each a file of statements that are compiled once.
 */
export { expressionBuilder, sql } from "kysely";
export {
  bigInteger,
  type ColumnMap,
  type ColumnOf,
  type Converted,
  flag,
  instant,
  instantOrNull,
  json,
  jsonOrNull,
  type Mapper,
  mapperOf,
  type NameIn,
  type NameOf,
} from "./columns.js";
export type {
  Access,
  Compiler,
  DialectName,
  Locking,
  RowLocks,
  StoreMaker,
  StoreMakers,
} from "./engine.js";
export type { AnyFeatureTables, ColumnIn, FeatureTables } from "./feature-tables.js";
export type { Lifetime, Lifetimes } from "./lifetimes.js";
export type { MigrationSet } from "./migration-steps.js";
export type { ColumnTypes, Migration, MovedMigration } from "./migrations/migration.js";
export {
  type BigInteger,
  type Flag,
  type Json,
  type JsonText,
  type NullableJson,
  type NullableTimestamp,
  parseJson,
  parseJsonOrNull,
  type Timestamp,
  toDate,
  toDateOrNull,
} from "./schema.js";
export {
  changed,
  count,
  first,
  list,
  type NamedQuery,
  only,
  type Runner,
  type Statement,
  statement,
} from "./statement.js";
export { leasedQueue } from "./stores/leased-queue.js";
export { claimingCalls } from "./stores/queue-claims.js";
export type { QueueOf, QueueTable } from "./stores/queue-table.js";
export { tablesOf } from "./tables-of.js";
