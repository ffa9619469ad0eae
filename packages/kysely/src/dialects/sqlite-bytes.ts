import type { SqliteDatabaseLike } from "./sqlite-database.js";

type Rows = readonly unknown[];

const asBytes = (value: unknown): unknown =>
  value instanceof ArrayBuffer ? new Uint8Array(value) : value;

const withBytes = (row: unknown): unknown =>
  typeof row === "object" && row !== null
    ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asBytes(value)]))
    : row;

function givesArrayBuffers(database: SqliteDatabaseLike): boolean {
  const [row] = database.prepare("select x'' as bytes").all();
  return (
    typeof row === "object" && row !== null && "bytes" in row && row.bytes instanceof ArrayBuffer
  );
}

/**
 * Returns what makes the bytes in rows a `Uint8Array`, as better-sqlite3 and Node give them. libSQL's
 * driver gives an `ArrayBuffer`, from `all` alone. Which it is is asked once, so that no other driver pays for it.
 */
export function createBytesReader(database: SqliteDatabaseLike): (rows: Rows) => Rows {
  let converts: boolean | undefined;
  return (rows) => {
    converts ??= givesArrayBuffers(database);
    return converts ? rows.map(withBytes) : rows;
  };
}
