type Rows<Row> = Readonly<Record<string, Row>>;

/**
 * Returns a table of the server with the rows of its features: those of a group of the server behind
 * that group, the others before one of its own rows.
 * @param groupOf Default: each row is a group of its own.
 * @throws {RangeError} for a name that two of them have
 */
export function joinRows<Row, Own extends Rows<Row>>(
  own: Own,
  before: keyof Own,
  added: readonly Rows<Row>[],
  groupOf: (name: string) => string = (name) => name,
): Rows<Row> {
  const rows = added.flatMap((table) => Object.entries<Row>(table));
  const ownRows = Object.entries<Row>(own);
  const lastOf = new Map(ownRows.map(([name]) => [groupOf(name), name]));
  const others = rows.filter(([name]) => !lastOf.has(groupOf(name)));
  const all = ownRows.flatMap((row) => {
    const group = groupOf(row[0]);
    const behind =
      lastOf.get(group) === row[0] ? rows.filter(([name]) => groupOf(name) === group) : [];
    return [...(row[0] === before ? others : []), row, ...behind];
  });
  const joined = Object.fromEntries(all);
  if (Object.keys(joined).length < all.length) {
    const names = all.map(([name]) => name);
    const repeated = names.filter((name, index) => names.indexOf(name) < index);
    throw new RangeError(`features: these names are there twice: ${repeated.join(", ")}`);
  }
  return joined;
}
