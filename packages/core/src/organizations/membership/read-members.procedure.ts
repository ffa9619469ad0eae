import type { Caller } from "../../account/session/caller-store.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { MembershipId, OrganizationId, UserId } from "../../kernel/ids.js";
import { pageOf } from "../../kernel/page.js";
import { refuseField } from "../../kernel/refuse-field.js";
import type { Env } from "../../store/env.js";
import { type Granted, requireGrant } from "../access-control/granted.js";
import { memberSearchFault, spellingsOf } from "./member-search.js";
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
  /**
   * Only members whose name or email address begins with it, in whichever case: at least
   * `policy.memberSearchLength` characters. Default: all members.
   */
  readonly prefix?: string | null;
}

/** Who belongs to an organization. */
export interface MemberReader {
  /**
   * Returns a page of members, first to join first.
   * @throws {AuthError} `VALIDATION_ERROR`, for the field `prefix`, when it is too short or too long
   * or holds control characters
   * @example
   * const granted = await auth.accessControl.authorize(caller, "org:members:read", client);
   * const page = await auth.memberships.list(granted, { prefix: "ada", after: null, limit: 50 });
   */
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
    { after, limit, prefix = null }: MemberPageRequest,
  ): Promise<MemberPage> {
    const organizationId = organizationOf(granted);
    if (prefix !== null) refuseField("prefix", memberSearchFault(prefix));
    const found =
      prefix === null
        ? await store.memberships.listMembers(organizationId, after, limit + 1)
        : await store.memberships.listMatching(
            organizationId,
            { ...spellingsOf(prefix), after },
            limit + 1,
          );
    const { rows, last } = pageOf(found, limit);
    return { members: rows, next: last && { createdAt: last.createdAt, id: last.id } };
  }

  async function findByEmail(
    granted: Granted<"org:members:read">,
    email: EmailAddress,
  ): Promise<Member | null> {
    const organizationId = organizationOf(granted);
    const user = await store.users.findByEmail(email);
    return user && memberOf(organizationId, user.id);
  }

  async function findOwn({ user }: Caller, organizationId: OrganizationId): Promise<Member> {
    const member = await memberOf(organizationId, user.id);
    if (!member) throw new AuthError("NO_ACTIVE_ORGANIZATION");
    return member;
  }

  async function memberOf(organizationId: OrganizationId, userId: UserId): Promise<Member | null> {
    const membership = await store.memberships.find(organizationId, userId);
    return membership && store.memberships.findMember(organizationId, membership.id);
  }

  return {
    list,
    count: async (granted) => store.memberships.countByOrganization(organizationOf(granted)),
    find: async (granted, id) => store.memberships.findMember(organizationOf(granted), id),
    findByEmail,
    findOwn,
  };
}
