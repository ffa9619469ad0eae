/** A page of rows. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The row after which the following page begins; null on the last page. */
  readonly last: Row | null;
}

/**
 * Returns the page of at most `limit` rows. One row more, if it was found, tells that there is a
 * following page.
 */
export const pageOf = <Row>(found: readonly Row[], limit: number): Page<Row> => ({
  rows: found.slice(0, limit),
  last: (found.length > limit && found[limit - 1]) || null,
});
