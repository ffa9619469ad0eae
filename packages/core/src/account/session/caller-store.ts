import type { OrganizationId, SessionId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import type { SecretHash } from "../../kernel/secret.js";
import type { User } from "../user/user-store.js";
import type { Session } from "./session-store.js";

/** The organization that a request works in, and the caller's role in it. */
export interface ActiveMembership {
  readonly organization: {
    readonly id: OrganizationId;
    readonly name: string;
    readonly slug: string;
    /** Whether its routes work only in sessions of two factors. */
    readonly requireSecondFactor: boolean;
  };
  readonly role: Role;
}

/** The session that a request has presented, without the hash by which it is found. */
export type CallerSession = Omit<Session, "tokenHash">;

/** That a request was made in a session, and in which. */
export interface SessionProof {
  readonly kind: "session";
  readonly id: SessionId;
}

/**
 * The user and session on whose behalf a request is made: everything a request needs to know, read
 * in one statement.
 */
export interface Caller {
  /** A session, and never a grant: who calls by a grant is a `GrantCaller`. */
  readonly by: SessionProof;
  readonly user: User;
  readonly session: CallerSession;
  /** What the base knows of the user's second factor. */
  readonly secondFactor: {
    /** When the user enrolled one; null while there is none. */
    readonly since: Date | null;
    /** When a way back without the lost factor is due; null when none is under way. */
    readonly recoveryDueAt: Date | null;
  };
  /** Null when the request names no organization, or one that the caller does not belong to. */
  readonly membership: ActiveMembership | null;
}

/** What is read of a caller. */
export type FoundCaller = Omit<Caller, "by">;

/**
 * A read model: it joins the tables of several stores in one prepared statement, and only reads.
 */
export interface CallerStore {
  /**
   * Returns the caller whose session has that token and is alive at `now`; null when there is none.
   * `organization` is an untrusted hint. Every revocation that was committed before the call is
   * seen.
   */
  find(
    tokenHash: SecretHash,
    organization: OrganizationId | null,
    now: Date,
  ): Promise<FoundCaller | null>;
}
