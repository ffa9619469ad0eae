/**
 * The database is out of reach or stayed locked for too long. The driver's own error is the
 * `cause`; it may hold SQL and paths and is for logs only.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly code = "STORE_UNAVAILABLE";

  constructor(cause: unknown) {
    super("The database is out of reach or locked for too long.", { cause });
  }
}
