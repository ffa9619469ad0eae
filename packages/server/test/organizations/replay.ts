import { type AuditEvent, type Role, ROLES, type UserId } from "@acme/auth-core";
import { oneOf, readJson } from "@acme/auth-testing/read-json";
import type { LogEntry } from "./membership-log.js";

export interface Standing {
  readonly userId: UserId;
  readonly role: Role;
}

/** Who belongs to an organization, by the id of the membership. */
export type Standings = ReadonlyMap<string, Standing>;

export interface Replayed {
  readonly standings: Standings;
  readonly isDeleted: boolean;
  /** What the log tells that must never happen. */
  readonly faults: readonly string[];
}

interface Offer {
  readonly inviter: UserId;
  readonly role: Role;
}

/** The organization between two entries. */
interface Moment {
  readonly members: Map<string, Standing>;
  readonly offers: Map<string, Offer>;
  /** Roles that were accepted by people whose memberships have yet to be told of. */
  readonly accepted: Map<UserId, Role>;
  isDeleted: boolean;
}

/** Takes one entry in; the claims that turned out false. */
type Retelling = (now: Moment, entry: LogEntry) => readonly (string | false)[];

const roleOf = ({ members }: Moment, userId: UserId): Role | null =>
  [...members.values()].find((member) => member.userId === userId)?.role ?? null;

/** Owners deal with everybody, admins with everybody but owners. */
const mayDealWith = (actor: Role | null, ...roles: readonly Role[]): boolean =>
  actor === "owner" || (actor === "admin" && !roles.includes("owner"));

const ROLE = oneOf(ROLES);
const MEMBER = { memberId: "string", role: ROLE } as const;
const INVITATION = { invitationId: "string", role: ROLE } as const;

const RETELLINGS: Partial<Record<AuditEvent, Retelling>> = {
  "member.added"(now, { userId, detail }) {
    const { memberId, role } = readJson(detail, MEMBER);
    const accepted = now.accepted.get(userId);
    const wasMember = roleOf(now, userId) !== null;
    now.accepted.delete(userId);
    now.members.set(memberId, { userId, role });
    return [
      wasMember && "was a member already",
      accepted !== role && `had accepted ${accepted ?? "nothing"}`,
    ];
  },
  "member.role_changed"(now, { userId, detail }) {
    const { memberId, from, to } = readJson(detail, { memberId: "string", from: ROLE, to: ROLE });
    const actor = roleOf(now, userId);
    const member = now.members.get(memberId);
    if (member) now.members.set(memberId, { ...member, role: to });
    return [
      member?.role !== from && `the member was ${member?.role ?? "gone"}`,
      !mayDealWith(actor, from, to) && `the actor was ${actor ?? "no member"}`,
    ];
  },
  "member.removed"(now, { userId, detail }) {
    const { memberId, role } = readJson(detail, MEMBER);
    const actor = roleOf(now, userId);
    const member = now.members.get(memberId);
    now.members.delete(memberId);
    return [
      member?.role !== role && `the member was ${member?.role ?? "gone"}`,
      !mayDealWith(actor, role) && `the actor was ${actor ?? "no member"}`,
    ];
  },
  "member.left"(now, { userId, detail }) {
    const { memberId, role } = readJson(detail, MEMBER);
    const member = now.members.get(memberId);
    now.members.delete(memberId);
    return [
      member?.userId !== userId && "left for somebody else",
      member?.role !== role && `the member was ${member?.role ?? "gone"}`,
    ];
  },
  "ownership.transferred"(now, { userId, detail }) {
    const { memberId, previousMemberId } = readJson(detail, {
      memberId: "string",
      previousMemberId: "string",
    });
    const owner = now.members.get(memberId);
    const previous = now.members.get(previousMemberId);
    if (owner) now.members.set(memberId, { ...owner, role: "owner" });
    if (previous) now.members.set(previousMemberId, { ...previous, role: "admin" });
    return [
      previous?.userId !== userId && "gave away what is somebody else's",
      previous?.role !== "owner" && "was no owner",
      !owner && "went to nobody",
    ];
  },
  "organization.deleted"(now, { userId }) {
    const actor = roleOf(now, userId);
    now.members.clear();
    now.isDeleted = true;
    return [actor !== "owner" && `the actor was ${actor ?? "no member"}`];
  },
  "invitation.created"(now, { userId, detail }) {
    const { invitationId, role } = readJson(detail, INVITATION);
    const actor = roleOf(now, userId);
    now.offers.set(invitationId, { inviter: userId, role });
    return [!mayDealWith(actor, role) && `the actor was ${actor ?? "no member"}`];
  },
  "invitation.accepted"(now, { userId, detail }) {
    const { invitationId, role } = readJson(detail, INVITATION);
    const offer = now.offers.get(invitationId);
    const inviter = offer ? roleOf(now, offer.inviter) : null;
    now.offers.delete(invitationId);
    now.accepted.set(userId, role);
    return [
      !offer && "was made by nobody, or accepted before",
      offer !== undefined && offer.role !== role && `was for ${offer.role}`,
      !mayDealWith(inviter, role) && `the inviter was ${inviter ?? "no member"}`,
    ];
  },
};

/**
 * Tells the story of an organization again, from its `founders` on, and checks every step of it
 * against the rules.
 */
export function replay(founders: Standings, entries: readonly LogEntry[]): Replayed {
  const now: Moment = {
    members: new Map(founders),
    offers: new Map(),
    accepted: new Map(),
    isDeleted: false,
  };
  const faults: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const retell = RETELLINGS[entry.event];
    if (!retell) continue;
    const where = `entry ${index}, ${entry.event} by ${entry.userId}`;
    if (now.isDeleted) faults.push(`${where}: the organization was deleted`);
    for (const fault of retell(now, entry)) if (fault !== false) faults.push(`${where}: ${fault}`);
    if (!now.isDeleted && ![...now.members.values()].some(({ role }) => role === "owner"))
      faults.push(`${where}: left no owner`);
  }
  return { standings: now.members, isDeleted: now.isDeleted, faults };
}
