/**
 * A row with the same unique value is there already. The message is that of the driver, which names
 * the constraint and no value; the driver's own error is the `cause`.
 */
export class StoreConflict extends Error {
  override readonly name = "StoreConflict";
  readonly code = "STORE_CONFLICT";

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
