import type { Role } from "../../kernel/role.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { InvitationId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";

export type InvitationStatus = "pending" | "accepted" | "rejected" | "canceled";

export interface Invitation {
  readonly id: InvitationId;
  readonly organizationId: OrganizationId;
  readonly email: EmailAddress;
  /** Fixed when it was made; accepted only while its inviter may still give it. */
  readonly role: Role;
  readonly status: InvitationStatus;
  readonly tokenHash: SecretHash;
  readonly expiresAt: Date;
  /** Null once the inviter is gone. */
  readonly inviterId: UserId | null;
  readonly createdAt: Date;
}

/** What a new mail replaces: the link, until when it works, and who sent it. */
export type InvitationLink = Pick<Invitation, "tokenHash" | "expiresAt" | "inviterId">;

/** An invitation with what the invited person is shown of it. */
export interface ShownInvitation extends Invitation {
  readonly organization: { readonly name: string; readonly slug: string };
  /** Null once the inviter is gone. */
  readonly inviter: { readonly name: string; readonly email: EmailAddress } | null;
}

/** Pending ones only are alive, and only until they expire. */
export interface InvitationStore {
  /** False, and nothing changed, when the organization has a pending invitation for that address, expired ones included. Atomic: one of many racing callers gets true. */
  insertUnlessPending(invitation: Invitation): Promise<boolean>;
  /** Cancels the organization's pending invitation for that address, if it had expired by `now`: a new one may take its place. */
  cancelExpired(organizationId: OrganizationId, email: EmailAddress, now: Date): Promise<boolean>;
  /** The invitation with that token, whatever its status; changes nothing. */
  findByToken(tokenHash: SecretHash): Promise<ShownInvitation | null>;
  find(id: InvitationId): Promise<ShownInvitation | null>;
  /** The organization's invitation to the address that is pending and alive at `now`; null when there is none. */
  findPending(
    organizationId: OrganizationId,
    email: EmailAddress,
    now: Date,
  ): Promise<ShownInvitation | null>;
  /** The organization's invitations of every status, newest first, at most `limit`. */
  listByOrganization(
    organizationId: OrganizationId,
    limit: number,
  ): Promise<readonly ShownInvitation[]>;
  /** Invitations to the address that are pending and alive at `now`, newest first. */
  listPendingFor(email: EmailAddress, now: Date): Promise<readonly ShownInvitation[]>;
  /** Pending invitations of the organization that are alive at `now`. */
  countPending(organizationId: OrganizationId, now: Date): Promise<number>;
  /** Ends a pending invitation that is alive at `now`. True for exactly one caller, however many race. */
  settle(
    id: InvitationId,
    status: Exclude<InvitationStatus, "pending">,
    now: Date,
  ): Promise<boolean>;
  /**
   * Gives a pending invitation that is alive at `now` another token, end and inviter: the earlier token finds nothing any more.
   * False, and nothing changed, when it has ended or expired.
   */
  updateLink(id: InvitationId, link: InvitationLink, now: Date): Promise<boolean>;
  /** Removes every invitation to the address, whatever its status; how many. */
  deleteFor(email: EmailAddress): Promise<number>;
  isLive(id: InvitationId, now: Date): Promise<boolean>;
  /** Removes up to `limit` invitations that had expired by `before`, of every status; how many. */
  deleteExpired(before: Date, limit: number): Promise<number>;
}
