/**
 * Returns the one item of a list.
 *
 * @throws {Error} when the list has none, or more than one
 */
export function theOnly<Item>(list: readonly Item[]): Item {
  if (list.length !== 1) throw new Error(`One item expected, but there are ${list.length}.`);
  return list[0]!;
}
