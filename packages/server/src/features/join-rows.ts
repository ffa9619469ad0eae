type Rows<Row> = Readonly<Record<string, Row>>;

/**
 * Returns a table of the server with the rows of its features before one of its own.
 * @throws {RangeError} for a name that two of them have
 */
export function joinRows<Row, Own extends Rows<Row>>(
  own: Own,
  before: keyof Own,
  added: readonly Rows<Row>[],
): Rows<Row> {
  const rows = added.flatMap((table) => Object.entries<Row>(table));
  const all = Object.entries<Row>(own).flatMap((row) =>
    row[0] === before ? [...rows, row] : [row],
  );
  const joined = Object.fromEntries(all);
  if (Object.keys(joined).length < all.length) {
    const names = all.map(([name]) => name);
    const repeated = names.filter((name, index) => names.indexOf(name) < index);
    throw new RangeError(`features: these names are there twice: ${repeated.join(", ")}`);
  }
  return joined;
}
