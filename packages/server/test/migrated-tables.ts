import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { secondFactorTables } from "@acme/auth-second-factor/kysely";
import { startPostgres } from "@acme/auth-testing/postgres";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import Database from "better-sqlite3";
import pg from "pg";

/** Where a foreign key leads. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** What becomes of the row with that row. */
  readonly onDelete: string;
}

export interface Column {
  readonly name: string;
  readonly postgres: string;
  readonly sqlite: string;
  readonly isNullable: boolean;
  readonly isPrimary: boolean;
  /** Unique by itself. */
  readonly isUnique: boolean;
  readonly reference: Reference | null;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** A column, as one database describes it. */
interface Found {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** SQLite says 0 or 1. */
  readonly required: boolean | number;
}

const FEATURES = [webhookTables, secondFactorTables] as const;

const POSTGRES = `
  select relname as table, attname as name, format_type(atttypid, atttypmod) as type,
    attnotnull as required
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`;
const SQLITE = `
  select t.name as "table", c.name as name, c.type as type, c."notnull" as required, c.pk as pk
  from sqlite_master t, pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'sqlite_%' order by t.rowid, c.cid`;
const REFERENCES = `
  select t.name as owner, f."from" as name, f."table" as "table", f."to" as "column", f.on_delete as onDelete
  from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table'`;
/** Indexes of one column, over all rows. */
const UNIQUE = `
  select t.name as owner, min(c.name) as name
  from sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
  where t.type = 'table' and i."unique" = 1 and i.partial = 0 and i.origin <> 'pk'
  group by t.name, i.name having count(*) = 1`;

/**
 * Migrates both databases with every feature that has tables, and returns the tables that they have
 * then, in the order in which they are made.
 * @throws {Error} when one database has a column that the other lacks
 */
export async function migratedTables(): Promise<readonly Table[]> {
  const [sqlite, postgres] = [await sqliteTables(), await postgresColumns()];
  const keyOf = ({ table, name, required }: Found) => `${table}.${name}: ${Boolean(required)}`;
  const types = new Map(postgres.map((found) => [keyOf(found), shortened(found.type)]));
  const typeOf = (found: Found): string => {
    const type = types.get(keyOf(found));
    if (type === undefined) throw new Error(`Postgres has no ${keyOf(found)}`);
    return type;
  };
  if (postgres.length !== sqlite.found.length)
    throw new Error("The databases do not have the same number of columns");
  const names = [...new Set(sqlite.found.map(({ table }) => table))];
  return names.map((name) => ({
    name,
    columns: sqlite.found
      .filter(({ table }) => table === name)
      .map((found) => ({
        name: found.name,
        postgres: typeOf(found),
        sqlite: found.type.toLowerCase(),
        isNullable: !found.required,
        isPrimary: found.pk > 0,
        isUnique: sqlite.unique.has(`${name}.${found.name}`),
        reference: sqlite.references.get(`${name}.${found.name}`) ?? null,
      })),
  }));
}

async function sqliteTables() {
  const database = new Database(":memory:");
  const store = createSqliteStore(database, { features: FEATURES, guarded: false });
  await store.migrate();
  const all = <Row>(sql: string) => database.prepare<[], Row>(sql).all();
  const found = all<Found & { readonly pk: number }>(SQLITE);
  const references = all<Reference & { readonly owner: string; readonly name: string }>(REFERENCES);
  const unique = all<{ readonly owner: string; readonly name: string }>(UNIQUE);
  await store.close();
  return {
    found,
    references: new Map(references.map((each) => [`${each.owner}.${each.name}`, each])),
    unique: new Set(unique.map(({ owner, name }) => `${owner}.${name}`)),
  };
}

async function postgresColumns(): Promise<readonly Found[]> {
  const cluster = await startPostgres();
  const pool = new pg.Pool({ connectionString: await cluster.createDatabase() });
  const store = createPostgresStore(pool, { features: FEATURES, guarded: false });
  await store.migrate();
  const { rows } = await pool.query<Found>(POSTGRES);
  await store.close();
  await cluster.stop();
  return rows;
}

const shortened = (type: string): string =>
  type.replace(/^timestamp\((\d)\) with time zone$/, "timestamptz($1)");
