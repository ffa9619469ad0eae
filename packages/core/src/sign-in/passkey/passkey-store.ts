import type { DisplayName } from "../../kernel/display-name.js";
import type { PasskeyId, UserId } from "../../kernel/ids.js";
import type { AuthenticatorTransport, DeviceType } from "../../ports/webauthn.js";

/** A discoverable credential of a user (WebAuthn §6.2.2). All binary values are base64url. */
export interface Passkey {
  readonly id: PasskeyId;
  readonly userId: UserId;
  /** What the owner calls it; may be empty. */
  readonly name: string;
  readonly credentialId: string;
  /**
   * The user handle it was made with; null for an imported passkey until it first presents its own.
   */
  readonly userHandle: string | null;
  /** A COSE key (RFC 9052 §7). */
  readonly publicKey: string;
  /** The key's COSE algorithm. */
  readonly algorithm: number;
  /** The signature counter it last showed; stays 0 for authenticators that keep none. */
  readonly counter: number;
  readonly transports: readonly AuthenticatorTransport[];
  /** Whether it may be backed up to other devices: the backup eligibility, which never changes. */
  readonly deviceType: DeviceType;
  readonly backedUp: boolean;
  /** The model of the authenticator, as the authenticator says: never trusted. */
  readonly aaguid: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /**
   * Whether user verification may be relied on (WebAuthn Level 3 §4): it was registered with it, or
   * verified beside another proof since. Only then an assertion with it counts as two factors.
   */
  readonly uvInitialized: boolean;
}

/** A passkey as it is stored: core has minted the name. */
export interface CheckedPasskey extends Passkey {
  readonly name: DisplayName;
}

/** What a verified assertion changes of a passkey. */
export interface PasskeyUse {
  /**
   * The counter that the assertion was judged against: it is only recorded while this still stands.
   */
  readonly judgedCounter: number;
  readonly counter: number;
  readonly backedUp: boolean;
  /** Becomes the passkey's handle when it has none yet, and never changes one. */
  readonly userHandle: string | null;
  readonly usedAt: Date;
}

/** The passkeys, and the random handles by which authenticators know their users. */
export interface PasskeyStore {
  /**
   * Returns the stable random handle by which authenticators know the user. `candidate` becomes the
   * handle when there is none yet. Atomic.
   */
  ensureUserHandle(userId: UserId, candidate: string): Promise<string>;
  /** Returns that handle; null while the user has none. */
  findUserHandle(userId: UserId): Promise<string | null>;
  /**
   * False, and nothing changed, when any user has a passkey with that credential id. Of many racing
   * callers one gets true.
   */
  insertUnlessTaken(passkey: CheckedPasskey): Promise<boolean>;
  /** Returns the passkey of any user; null when none has that credential id. */
  findByCredentialId(credentialId: string): Promise<Passkey | null>;
  /** Returns the user's passkeys, oldest first, by id at one instant. */
  listByUser(userId: UserId): Promise<readonly Passkey[]>;
  /** Returns how many passkeys the user has. */
  countByUser(userId: UserId): Promise<number>;
  /**
   * Compares and sets the counter. False, and nothing changed, when it is no longer
   * `judgedCounter`, or the passkey is gone.
   */
  recordUse(id: PasskeyId, use: PasskeyUse): Promise<boolean>;
  /** Notes that user verification of the passkey may be relied on. False when it is gone. */
  markUvInitialized(id: PasskeyId): Promise<boolean>;
  /** Returns the passkey under its new name; null when the user has no such passkey. */
  rename(userId: UserId, id: PasskeyId, name: DisplayName): Promise<Passkey | null>;
  /** False when the user has no such passkey. */
  delete(userId: UserId, id: PasskeyId): Promise<boolean>;
  /**
   * Removes every passkey of the user; the user handle stays. Returns the number of rows removed.
   */
  deleteFor(userId: UserId): Promise<number>;
}
