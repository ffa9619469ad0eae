import type { Granted } from "../access-control/access-control.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { MembershipId, OrganizationId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { Member, MemberPosition } from "./membership-store.js";

/** A page of members; `next` is where the following page begins, null on the last one. */
export interface MemberPage {
  readonly members: readonly Member[];
  readonly next: MemberPosition | null;
}

/** Who belongs to an organization. */
export function createMemberReader({ store }: Pick<Env, "store">) {
  async function list(
    { organizationId }: Granted<"org:members:read">,
    { after, limit }: { readonly after: MemberPosition | null; readonly limit: number },
  ): Promise<MemberPage> {
    // One more than asked for tells whether there is a next page.
    const found = await store.memberships.listMembers(organizationId, after, limit + 1);
    const members = found.slice(0, limit);
    const last = members.at(-1);
    return {
      members,
      next: found.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null,
    };
  }

  const count = ({ organizationId }: Granted<"org:members:read">): Promise<number> =>
    store.memberships.countByOrganization(organizationId);

  /** A member of the organization by id; null when there is none. */
  const find = (
    { organizationId }: Granted<"org:members:read">,
    id: MembershipId,
  ): Promise<Member | null> => store.memberships.findMember(organizationId, id);

  /** The same by address. */
  async function findByEmail(
    { organizationId }: Granted<"org:members:read">,
    email: EmailAddress,
  ): Promise<Member | null> {
    const user = await store.users.findByEmail(email);
    const membership = user && (await store.memberships.find(organizationId, user.id));
    return membership && store.memberships.findMember(organizationId, membership.id);
  }

  /** Somebody's own membership. Throws `NO_ACTIVE_ORGANIZATION` when it has just ended. */
  async function findOwn({ user }: Caller, organizationId: OrganizationId): Promise<Member> {
    const own = await store.memberships.find(organizationId, user.id);
    const member = own && (await store.memberships.findMember(organizationId, own.id));
    if (!member) throw new AuthError("NO_ACTIVE_ORGANIZATION");
    return member;
  }

  return { list, count, find, findByEmail, findOwn };
}
