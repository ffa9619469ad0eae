import { get, patch, post, put, remove } from "./api.js";
import type { ActivityEntry } from "./auth.js";
import type { Role } from "./organization/roles.js";

// Everything this front end asks of the service about organizations. What is done in one names it in the path.

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** Its short name, for URLs. */
  readonly slug: string;
}

export interface OwnOrganization extends Organization {
  readonly role: Role;
}

export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly user: { readonly name: string; readonly email: string };
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: "pending" | "accepted" | "rejected" | "canceled";
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface ReceivedInvitation extends Invitation {
  readonly organization: { readonly name: string };
  /** Null when they have no account any more. */
  readonly inviter: { readonly name: string; readonly email: string } | null;
}

const pathOf = (id: string, rest = ""): string => `/api/v1/organizations/${id}${rest}`;
const pageAfter = (cursor: string | null, limit: number): string =>
  `?${new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) }).toString()}`;

// The organizations one is in
export const listOrganizations = () => get<readonly OwnOrganization[]>("/api/v1/organizations");
/** One works in it from then on. */
export const createOrganization = (input: { readonly name: string; readonly slug?: string }) =>
  post<Organization>("/api/v1/organizations", input);
export const switchOrganization = (organizationId: string) =>
  put<Organization>("/api/v1/me/active-organization", { organizationId });

// One of them
export const updateOrganization = (
  id: string,
  change: { readonly name: string; readonly slug: string },
) => patch<Organization>(pathOf(id), change);
/** Needs a fresh session. */
export const deleteOrganization = (id: string) => remove(pathOf(id));
export const leaveOrganization = (id: string) => post(pathOf(id, "/leave"));
export const listAuditLog = (id: string, cursor: string | null) =>
  get<{ readonly entries: readonly ActivityEntry[]; readonly nextCursor: string | null }>(
    pathOf(id, `/audit${pageAfter(cursor, 20)}`),
  );

// Members
export const MOST_AT_ONCE = 100;
interface MemberPage {
  readonly members: readonly Member[];
  readonly nextCursor: string | null;
}
export const listMembers = (id: string, cursor: string | null, limit = 20): Promise<MemberPage> =>
  get(pathOf(id, `/members${pageAfter(cursor, limit)}`));
/** Whether there is one owner and no other: looks until it has seen two. */
export async function hasOneOwner(id: string): Promise<boolean> {
  let owners = 0;
  let cursor: string | null = null;
  do {
    const page = await listMembers(id, cursor, MOST_AT_ONCE);
    owners += page.members.filter(({ role }) => role === "owner").length;
    cursor = page.nextCursor;
  } while (cursor !== null && owners < 2);
  return owners < 2;
}
export const changeRole = (id: string, memberId: string, role: string) =>
  patch<Member>(pathOf(id, `/members/${memberId}`), { role });
export const removeMember = (id: string, memberId: string) =>
  remove(pathOf(id, `/members/${memberId}`));
/** Needs a fresh session. */
export const transferOwnership = (id: string, memberId: string) =>
  post(pathOf(id, "/transfer-ownership"), { memberId });

// Invitations, of those who invite and of those who are invited
export const invite = (id: string, invitation: { readonly email: string; readonly role: string }) =>
  post<Invitation>(pathOf(id, "/invitations"), invitation);
export const listInvitations = (id: string) =>
  get<readonly Invitation[]>(pathOf(id, "/invitations"));
/** Mails a new link, which takes the place of the one before. */
export const resendInvitation = (id: string, invitationId: string) =>
  post<Invitation>(pathOf(id, `/invitations/${invitationId}/resend`));
export const cancelInvitation = (id: string, invitationId: string) =>
  remove(pathOf(id, `/invitations/${invitationId}`));
export const listMyInvitations = () => get<readonly ReceivedInvitation[]>("/api/v1/me/invitations");
/** One works in that organization from then on. */
export const acceptInvitation = (invitationId: string) =>
  post<{ readonly organization: Organization; readonly role: Role }>("/api/v1/invitations/accept", {
    invitationId,
  });
export const rejectInvitation = (invitationId: string) =>
  post("/api/v1/invitations/reject", { invitationId });
