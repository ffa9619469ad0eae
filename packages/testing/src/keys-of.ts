/** Returns the names of the members of a table that has no others. */
export const keysOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

/** Returns the members of a table that has no others, each with its name. */
export const entriesOf = <T extends object>(
  table: T,
): readonly (readonly [name: keyof T & string, value: T[keyof T & string]])[] =>
  keysOf(table).map((name) => [name, table[name]] as const);

/** Returns the table that has a value for each of the names. */
export const tableOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Readonly<Record<Name, Value>> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
