import type { UserId } from "@acme/auth-core";

/** The authenticator app of a user. */
export interface TotpSecret {
  readonly userId: UserId;
  /** The shared secret, sealed and bound to the id of the user. */
  readonly sealedSecret: string;
  /** The step of the last code that was accepted: no code of it or before is accepted again. */
  readonly lastStep: number;
  readonly confirmedAt: Date;
  /** When the secret was made. */
  readonly createdAt: Date;
}

/** The authenticator apps: one of each user at most. Each has been confirmed by a code. */
export interface TotpSecretStore {
  /** Returns null when the user has none. */
  find(userId: UserId): Promise<TotpSecret | null>;
  /** Stores the secret in the place of any earlier one. */
  replace(secret: TotpSecret): Promise<void>;
  /**
   * Uses a step up. False, and nothing changed, unless it is later than `lastStep`: of many racing
   * callers with one step, one gets true.
   */
  useStep(userId: UserId, step: number): Promise<boolean>;
  /**
   * Returns up to `limit` secrets that were sealed with another key than that of the id, in the order
   * of their users' ids, behind `after`; from the first on when it is null.
   */
  listSealedByOthers(
    keyId: string,
    after: UserId | null,
    limit: number,
  ): Promise<readonly TotpSecret[]>;
  /** Stores the secret sealed anew. False, and nothing changed, when it is not `judged` any more. */
  reseal(userId: UserId, judged: string, sealedSecret: string): Promise<boolean>;
  /** False when the user has none. */
  delete(userId: UserId): Promise<boolean>;
}
