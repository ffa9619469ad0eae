import type { KeyUse } from "@acme/auth-core";
import type { StoreMakers } from "./engine.js";
import type { Lifetimes } from "./lifetimes.js";
import type { MigrationSet } from "./migration-steps.js";

/** A table of `Tables`, and one of its columns. */
export type ColumnIn<Tables extends object> = {
  readonly [Name in keyof Tables & string]: readonly [
    table: Name,
    column: keyof Tables[Name] & string,
  ];
}[keyof Tables & string];

/**
 * What an optional feature stores: `S` are its stores, and `Tables` its tables, as Kysely describes
 * a database. A store or table that is missing does not compile; a name that the base or another
 * feature has is refused when the store is opened.
 */
export interface FeatureTables<S extends object, Tables extends object> {
  /** The name of the feature. */
  readonly name: string;
  /**
   * They have a ledger of their own and are applied by `migrate()`, behind those of the base and of
   * the features before this one. The namespace begins the names of all its tables.
   */
  readonly migrations: MigrationSet;
  /** They stand beside those of the base, in each transaction too. */
  readonly stores: StoreMakers<S>;
  /** What ends the life of its rows, table by table. `sweep` removes them. */
  readonly lifetimes: Lifetimes<Tables>;
  /**
   * Where values are kept that name their key, by the kind that `listKeyUses` returns. The table
   * has a column `created_at`. A secret whose values are not listed could be retired under them.
   */
  readonly sealed?: Readonly<Partial<Record<KeyUse["kind"], ColumnIn<Tables>>>>;
}

/** The tables of any feature. */
export type AnyFeatureTables = FeatureTables<object, Record<string, Record<string, unknown>>>;

/** A list of features, in the order in which they are migrated. */
export type FeatureList = readonly AnyFeatureTables[];

/** The stores that a list of features brings. */
export type StoresOf<Features extends FeatureList> = [Features[number]] extends [never]
  ? object
  : (
        Features[number] extends infer One
          ? One extends FeatureTables<infer S, infer _>
            ? (stores: S) => void
            : never
          : never
      ) extends (stores: infer All extends object) => void
    ? All
    : never;

/** What a store can be opened with beside the base. */
export interface FeatureOptions<Features extends FeatureList> {
  /** The tables of the optional features that are in use. Default: none. */
  readonly features?: Features;
}
