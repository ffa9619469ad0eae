import { requireGrant, type Granted } from "../access-control/granted.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { MembershipId, OrganizationId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { Member, MemberPosition } from "./membership-store.js";

/** A page of members. */
export interface MemberPage {
  readonly members: readonly Member[];
  /** Where the following page begins; null on the last page. */
  readonly next: MemberPosition | null;
}

/** Which page of members. */
export interface MemberPageRequest {
  /** The `next` of the page before; null for the first page. */
  readonly after: MemberPosition | null;
  /** How many members at most. */
  readonly limit: number;
}

/** Who belongs to an organization. */
export interface MemberReader {
  /** Returns a page of members, first to join first. */
  list(granted: Granted<"org:members:read">, page: MemberPageRequest): Promise<MemberPage>;
  /** Returns the number of members. */
  count(granted: Granted<"org:members:read">): Promise<number>;
  /** Returns the member of the organization with that membership id; null when there is none. */
  find(granted: Granted<"org:members:read">, id: MembershipId): Promise<Member | null>;
  /** Returns the member of the organization with that email address; null when there is none. */
  findByEmail(granted: Granted<"org:members:read">, email: EmailAddress): Promise<Member | null>;
  /**
   * Returns the caller's own membership of an organization.
   * @throws {AuthError} `NO_ACTIVE_ORGANIZATION` when the caller is not a member, or no longer
   */
  findOwn(caller: Caller, organizationId: OrganizationId): Promise<Member>;
}

export function createMemberReader({ store }: Pick<Env, "store">): MemberReader {
  const organizationOf = (granted: Granted<"org:members:read">): OrganizationId =>
    requireGrant(granted, "org:members:read").organizationId;

  async function list(
    granted: Granted<"org:members:read">,
    { after, limit }: MemberPageRequest,
  ): Promise<MemberPage> {
    const organizationId = organizationOf(granted);
    // One more than asked for tells whether there is a next page.
    const found = await store.memberships.listMembers(organizationId, after, limit + 1);
    const members = found.slice(0, limit);
    const last = members.at(-1);
    return {
      members,
      next: found.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null,
    };
  }

  async function findByEmail(
    granted: Granted<"org:members:read">,
    email: EmailAddress,
  ): Promise<Member | null> {
    const organizationId = organizationOf(granted);
    const user = await store.users.findByEmail(email);
    const membership = user && (await store.memberships.find(organizationId, user.id));
    return membership && store.memberships.findMember(organizationId, membership.id);
  }

  async function findOwn({ user }: Caller, organizationId: OrganizationId): Promise<Member> {
    const own = await store.memberships.find(organizationId, user.id);
    const member = own && (await store.memberships.findMember(organizationId, own.id));
    if (!member) throw new AuthError("NO_ACTIVE_ORGANIZATION");
    return member;
  }

  return {
    list,
    count: async (granted) => store.memberships.countByOrganization(organizationOf(granted)),
    find: async (granted, id) => store.memberships.findMember(organizationOf(granted), id),
    findByEmail,
    findOwn,
  };
}
