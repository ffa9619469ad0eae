/** Reads page after page, each after the last row of the one before, until one is not full. */
export async function* readPages<Row>(
  rowsPerPage: number,
  read: (after: Row | null, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let page: readonly Row[] = [];
  do {
    page = await read(page.at(-1) ?? null, rowsPerPage);
    yield page;
  } while (page.length === rowsPerPage);
}
