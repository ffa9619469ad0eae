import { AuthError } from "../../kernel/errors.js";
import type { SessionId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";
import type { CallerSession } from "./caller-store.js";

/**
 * A session with the hash of the token that a request has presented for it, in a private field: no
 * log, no copy and no reply of an application shows it.
 */
export class PresentedSession implements CallerSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly authenticatedAt: Date;
  readonly authenticatedBy: CallerSession["authenticatedBy"];
  readonly remembered: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly methods: string | null;
  readonly secondFactorAt: Date | null;
  readonly #tokenHash: SecretHash;

  // Field by field, because every request comes this way, and a store may return more fields than
  // these.
  constructor(session: CallerSession, tokenHash: SecretHash) {
    this.id = session.id;
    this.userId = session.userId;
    this.authenticatedAt = session.authenticatedAt;
    this.authenticatedBy = session.authenticatedBy;
    this.remembered = session.remembered;
    this.createdAt = session.createdAt;
    this.lastSeenAt = session.lastSeenAt;
    this.expiresAt = session.expiresAt;
    this.ipAddress = session.ipAddress;
    this.userAgent = session.userAgent;
    this.methods = session.methods;
    this.secondFactorAt = session.secondFactorAt;
    this.#tokenHash = tokenHash;
  }

  /**
   * Returns the hash of the token that was presented for the session.
   * @throws {AuthError} `UNAUTHORIZED` for a copy, which carries none
   */
  static tokenHashOf(session: CallerSession): SecretHash {
    if (!(#tokenHash in session)) throw new AuthError("UNAUTHORIZED");
    return session.#tokenHash;
  }
}
