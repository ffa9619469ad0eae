/** A connection beside the store's, of the driver of this run. */
export function openPlain(file: string): {
  exec(sql: string): unknown;
  close(): unknown;
};
