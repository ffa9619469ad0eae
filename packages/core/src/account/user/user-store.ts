import type { Brand } from "../../kernel/brand.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";

export interface User {
  readonly id: UserId;
  readonly email: EmailAddress;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly image: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When the owner of the mailbox took the account back from whoever signed up with it; memberships older than this are not trusted. */
  readonly reclaimedAt: Date | null;
}

/** A user whose row this transaction holds: nobody else changes or deletes it before the transaction ends. */
export type LockedUser = Brand<User, "LockedUser">;

export interface UserStore {
  findById(id: UserId): Promise<User | null>;
  findByEmail(email: EmailAddress): Promise<User | null>;
  /** False, and nothing changed, when the address or the id is taken. Atomic: one of many racing callers gets true. */
  insertUnlessTaken(user: User): Promise<boolean>;
  /**
   * The user as it is now, kept from being changed or deleted by others until the transaction ends; null when there is none.
   * Inside a transaction only, and the first lock that a transaction takes.
   */
  lock(id: UserId): Promise<LockedUser | null>;
  /** The same, by address. */
  lockByEmail(email: EmailAddress): Promise<LockedUser | null>;
  /** The address is proven. False when the user has vanished. */
  markVerified(id: UserId, now: Date): Promise<boolean>;
  /** The address is proven by somebody else than whoever signed up with it: verified, and `reclaimedAt` set. False when the user has vanished. */
  markReclaimed(id: UserId, now: Date): Promise<boolean>;
  /** Moves the user to another address, which is verified thereby. False, and nothing changed, when the address is taken or the user has vanished. */
  changeEmail(id: UserId, email: EmailAddress, now: Date): Promise<boolean>;
  /** Removes the user with everything they own: passwords, passkeys, sessions, links, memberships, exports. False when the user has vanished. */
  delete(id: UserId): Promise<boolean>;
  /** Sets what is given and keeps the rest. False when the user has vanished. */
  updateProfile(
    id: UserId,
    profile: { readonly name?: string; readonly image?: string | null },
    now: Date,
  ): Promise<boolean>;
}
