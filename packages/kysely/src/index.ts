export { guardedStore } from "./guarded-store.js";
export { kyselyOf, planMigrations, runMigrations, type KyselyStore } from "./kysely-store.js";
export type { MigrationSet, PlannedMigration } from "./migrate.js";
export type { ColumnTypes, Migration } from "./migrations/migration.js";
export { StoreUnavailable } from "./store-unavailable.js";
