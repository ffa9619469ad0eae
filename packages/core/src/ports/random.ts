import type { Secret } from "../kernel/secret.js";

/** The one source of chance: a cryptographically secure generator. */
export interface Random {
  /** A new UUIDv7, greater than every one that this source gave before. */
  id(): string;
  /** `bytes` random bytes as base64url. */
  token(bytes: number): Secret;
  /** `count` decimal digits, uniform over all of them, leading zeros kept. */
  digits(count: number): Secret;
  /** Uniform in [0, 1). For jitter, never for secrets. */
  fraction(): number;
}
