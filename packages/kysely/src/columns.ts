import type { Insertable, Selectable } from "kysely";
import { type JsonText, parseJson, toDate, toDateOrNull } from "./schema.js";

/** A column whose stored value is not yet the value of the entity. */
export interface Converted<Name, Stored, Value> {
  readonly name: Name;
  /** Returns the value of the entity. */
  readonly read: (stored: Stored) => Value;
}

/** An instant. */
export const instant = <const Name extends string>(name: Name) => ({
  name,
  /** Returns the instant. */
  read: toDate,
});

/** An instant, or null. */
export const instantOrNull = <const Name extends string>(name: Name) => ({
  name,
  /** Returns the instant, or null. */
  read: toDateOrNull,
});

/** A boolean, which SQLite stores as 0 or 1. */
export const flag = <const Name extends string>(name: Name) => ({
  name,
  /** Returns the boolean. */
  read: (stored: boolean | number): boolean => Boolean(stored),
});

/** A boolean of a column that earlier releases leave empty, where it means `empty`. */
export const flagOr = <const Name extends string>(name: Name, empty: boolean) => ({
  name,
  /** Returns the boolean. */
  read: (stored: boolean | number | null): boolean => (stored === null ? empty : Boolean(stored)),
});

/** An integer beyond 32 bits, which pg reads as text. */
export const bigInteger = <const Name extends string>(name: Name) => ({
  name,
  /** Returns the number. */
  read: (stored: number | string): number => Number(stored),
});

/** An object or an array, which is stored as JSON. */
export const json = <const Name extends string>(name: Name) => ({
  name,
  /** Returns the object or the array. */
  read: parseJson,
});

/** An object or an array, which is stored as JSON, or null. */
export const jsonOrNull = <const Name extends string>(name: Name) => ({
  name,
  /** Returns the object or the array, or null. */
  read: <T>(stored: JsonText<T> | null): T | null => (stored === null ? null : parseJson(stored)),
});

/** An object or an array, which is stored as JSON; undefined where the column is null. */
export const jsonOrNothing = <const Name extends string>(name: Name) => ({
  name,
  /** Returns the object or the array, or undefined. */
  read: <T>(stored: JsonText<T> | null): T | undefined =>
    stored === null ? undefined : parseJson(stored),
});

/** The columns of a table that are read and written. */
export type NameIn<Table> = keyof Insertable<Table> & keyof Selectable<Table> & string;

/**
 * The column of one property: its name when the stored value is the value, else its name and how it
 * is read. It can be written, too.
 */
export type ColumnOf<Value, Table> = {
  readonly [Name in NameIn<Table>]: [Value] extends [Insertable<Table>[Name]]
    ? | ([Selectable<Table>[Name]] extends [Value] ? Name : never)
      | Converted<Name, Selectable<Table>[Name], Value>
    : never;
}[NameIn<Table>];

/** The column of every property of an entity. */
export type ColumnMap<Entity, Table> = {
  readonly [Key in keyof Entity]: ColumnOf<Entity[Key], Table>;
};

/** The name of a column of a map. */
export type NameOf<Column> = Column extends { readonly name: infer Name } ? Name : Column;

/** How the rows of one table become entities, and entities rows. */
export interface Mapper<Entity, Table, Name extends NameIn<Table>> {
  /** The columns that `toEntity` needs. */
  readonly columns: readonly Name[];
  /** Returns the entity of a row. */
  readonly toEntity: (row: Pick<Selectable<Table>, Name>) => Entity;
  /** Returns null where there is no row. */
  readonly toEntityOrNull: (row: Pick<Selectable<Table>, Name> | undefined) => Entity | null;
  /** Returns the row of an entity, or of what stands for one in a statement. */
  readonly toRow: (entity: Entity) => Pick<Insertable<Table>, Name>;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Everything about a table from one list: what to select, and both ways between its rows and
 * `Entity`. A property without its column does not compile.
 */
export const mapperOf =
  <Entity, Table>() =>
  <const Map extends ColumnMap<Entity, Table>>(
    map: Map,
  ): Mapper<Entity, Table, NameOf<Map[keyof Map]> & NameIn<Table>> =>
    // The type of `map` holds it to entity and table. The mapper works by the names in it, where
    // TypeScript cannot follow.
    untypedMapper(map as UntypedMap) as unknown as Mapper<
      Entity,
      Table,
      NameOf<Map[keyof Map]> & NameIn<Table>
    >;

type UntypedMap = Readonly<Record<string, string | Converted<string, unknown, unknown>>>;

/** The mapper of a map whose types have been checked. */
function untypedMapper(map: UntypedMap) {
  const columns = Object.entries(map).map(([key, column]) =>
    typeof column === "string" ? { key, name: column, read: null } : { key, ...column },
  );
  const toEntity = (row: Values): Values => {
    const entity: Record<string, unknown> = {};
    for (const { key, name, read } of columns) entity[key] = read ? read(row[name]) : row[name];
    return entity;
  };
  return {
    columns: columns.map(({ name }) => name),
    toEntity,
    toEntityOrNull: (row: Values | undefined) => (row ? toEntity(row) : null),
    toRow: (entity: Values) =>
      Object.fromEntries(columns.map(({ key, name }) => [name, entity[key]])),
  };
}
