import type { AnyId } from "../kernel/ids.js";
import type { Secret } from "../kernel/secret.js";

/** The one source of chance: a cryptographically secure generator. */
export interface Random {
  /**
   * Returns a new UUIDv7, greater than every one that this source returned before.
   *
   * @example random.id<UserId>()
   */
  id<Id extends AnyId>(): Id;
  /** `bytes` random bytes as base64url. */
  token(bytes: number): Secret;
  /** `count` decimal digits, uniform over all of them, leading zeros kept. */
  digits(count: number): Secret;
}
