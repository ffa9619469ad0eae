export { guardedStore, type GuardOptions } from "./guarded-store.js";
export { kyselyOf, type KyselyTransaction, type WithTables } from "./kysely-of.js";
export {
  planMigrations,
  requireMigrations,
  runMigrations,
  type KyselyStore,
} from "./kysely-store.js";
export type { PlannedMigration } from "./migrate.js";
export type { MigrationSet } from "./migration-steps.js";
export type { LockedTable } from "./migration-locks.js";
export type {
  AnyFeatureTables,
  ColumnIn,
  FeatureList,
  FeatureOptions,
  FeatureTables,
  StoresOf,
} from "./feature-tables.js";
export type { Adapter } from "./kysely-store.js";
export type {
  ColumnTypes,
  Migration,
  MigrationPhase,
  MovedMigration,
} from "./migrations/migration.js";
export { SchemaTooNew } from "./schema-too-new.js";
export { StoreConflict } from "./store-conflict.js";
export { StoreUnavailable } from "./store-unavailable.js";
