import type { Role } from "../../organizations/access-control/permissions.js";
import type { OrganizationId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";
import type { User } from "../user/user-store.js";
import type { Session } from "./session-store.js";

/** The organization a request works in, and the caller's role there. */
export interface ActiveMembership {
  readonly organization: {
    readonly id: OrganizationId;
    readonly name: string;
    readonly slug: string;
  };
  readonly role: Role;
}

/** Who is asking: everything a request needs to know, from one statement. */
export interface Caller {
  readonly user: User;
  readonly session: Session;
  /** Null without a hint, and for a hint that names none of the caller's organizations. */
  readonly membership: ActiveMembership | null;
}

/** A read model (it crosses aggregates and only reads): one prepared statement answers who is asking. */
export interface CallerStore {
  /** The owner of the session with that token, alive at `now`; `organization` is an untrusted hint. Sees every revocation committed before the call. */
  find(
    tokenHash: SecretHash,
    organization: OrganizationId | null,
    now: Date,
  ): Promise<Caller | null>;
}
