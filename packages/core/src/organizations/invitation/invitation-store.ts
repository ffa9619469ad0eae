import type { EmailAddress } from "../../kernel/email-address.js";
import type { InvitationId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import type { SecretHash } from "../../kernel/secret.js";

/** What has become of an invitation. */
export type InvitationStatus = "pending" | "accepted" | "rejected" | "canceled";

/** An invitation of one email address into one organization. */
export interface Invitation {
  readonly id: InvitationId;
  readonly organizationId: OrganizationId;
  readonly email: EmailAddress;
  /** Fixed when it was made; accepted only while its inviter may still give it. */
  readonly role: Role;
  readonly status: InvitationStatus;
  readonly tokenHash: SecretHash;
  readonly expiresAt: Date;
  /** Null once the inviter's account is gone. */
  readonly inviterId: UserId | null;
  readonly createdAt: Date;
}

/** What a new mail replaces: the link, until when it works, and who sent it. */
export type InvitationLink = Pick<Invitation, "tokenHash" | "expiresAt" | "inviterId">;

/** An invitation with what the invited person is shown of it. */
export interface ShownInvitation extends Invitation {
  readonly organization: { readonly name: string; readonly slug: string };
  /** Null once the inviter's account is gone. */
  readonly inviter: { readonly name: string; readonly email: EmailAddress } | null;
}

/** The table of invitations. An invitation is alive while it is pending and not expired. */
export interface InvitationStore {
  /**
   * Inserts the invitation. Returns false, and changes nothing, when the organization has a pending
   * invitation to that email address, expired ones included. Atomic: one of many racing callers
   * gets true.
   */
  insertUnlessPending(invitation: Invitation): Promise<boolean>;
  /**
   * Cancels the organization's pending invitation to that email address if it had expired by `now`,
   * so that a new one may take its place. Returns whether it did.
   */
  cancelExpired(organizationId: OrganizationId, email: EmailAddress, now: Date): Promise<boolean>;
  /** Returns the invitation with that token, of every status; null when there is none. */
  findByToken(tokenHash: SecretHash): Promise<ShownInvitation | null>;
  /** Returns the invitation with that id, of every status; null when there is none. */
  find(id: InvitationId): Promise<ShownInvitation | null>;
  /**
   * Returns the organization's invitation to that email address that is alive at `now`; null when
   * there is none.
   */
  findPending(
    organizationId: OrganizationId,
    email: EmailAddress,
    now: Date,
  ): Promise<ShownInvitation | null>;
  /** Returns at most `limit` of the organization's invitations, of every status, newest first. */
  listByOrganization(
    organizationId: OrganizationId,
    limit: number,
  ): Promise<readonly ShownInvitation[]>;
  /** Returns the invitations to that email address that are alive at `now`, newest first. */
  listPendingFor(email: EmailAddress, now: Date): Promise<readonly ShownInvitation[]>;
  /** Returns the number of the organization's invitations that are alive at `now`. */
  countPending(organizationId: OrganizationId, now: Date): Promise<number>;
  /**
   * Ends an invitation that is alive at `now`. Returns true for exactly one caller, however many
   * race.
   */
  settle(
    id: InvitationId,
    status: Exclude<InvitationStatus, "pending">,
    now: Date,
  ): Promise<boolean>;
  /**
   * Gives an invitation that is alive at `now` another token, end and inviter; the earlier token
   * finds nothing any more. Returns false, and changes nothing, when it has ended or expired.
   */
  updateLink(id: InvitationId, link: InvitationLink, now: Date): Promise<boolean>;
  /**
   * Removes every invitation to that email address, of every status. Returns the number of rows
   * removed.
   */
  deleteFor(email: EmailAddress): Promise<number>;
  /** Returns whether there is an invitation with that id that is alive at `now`. */
  isLive(id: InvitationId, now: Date): Promise<boolean>;
}
