/** A literal, a quoted name, or the place of a value. */
const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g;

function literal(value: unknown): string {
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString("hex")}'`;
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return typeof value === "number" || typeof value === "bigint" ? String(value) : "null";
}

/** The text of a statement with its values in their places, to be read. */
export function withValues(sql: string, values: readonly unknown[]): string {
  let next = 0;
  return sql.replace(PARTS, (part) => (part === "?" ? literal(values[next++]) : part));
}
