import type { Agent, Reply } from "../agent.js";
import {
  beyondTheMailBudget,
  NEWCOMER,
  PIXEL,
  type Refusal,
  UNKNOWN_ID,
} from "./refused-people.js";

const CLIENT = "/api/auth/organization";

/**
 * The three things that can be wrong with an organization, for a path of the client that works in
 * one.
 */
const inOrganization = (
  denied: string,
  ask: (agent: Agent, organization: { readonly organizationId?: string }) => Promise<Reply>,
): Refusal[] => [
  ["ORGANIZATION_NOT_FOUND", ({ stranger, team }) => ask(stranger, { organizationId: team.id })],
  ["NO_ACTIVE_ORGANIZATION", ({ stranger }) => ask(stranger, {})],
  [denied, ({ member }) => ask(member, {})],
];

const posting = (path: string, body: object, denied = "PERMISSION_DENIED") =>
  inOrganization(denied, (agent, organization) =>
    agent.post(`${CLIENT}/${path}`, { ...body, ...organization }),
  );

const getting = (path: string, ...refusals: readonly string[]) =>
  inOrganization("PERMISSION_DENIED", (agent, organization) =>
    agent.get(`${CLIENT}/${path}?${new URLSearchParams(organization).toString()}`),
  ).filter(([code]) => refusals.includes(code));

/**
 * What the paths of the better-auth client refuse of their own accord, and how to have it refused.
 */
export const REFUSALS_OF_CLIENT: readonly Refusal[] = [
  [
    "ORGANIZATION_ALREADY_EXISTS",
    ({ member, team }) =>
      member.post(`${CLIENT}/create`, { name: "Other", slug: team.organization.slug }),
  ],
  [
    "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS",
    ({ busy }) => busy.post(`${CLIENT}/create`, { name: "One more", slug: "one-more" }),
  ],
  [
    "ORGANIZATION_SLUG_ALREADY_TAKEN",
    ({ stranger, team }) => stranger.post(`${CLIENT}/check-slug`, { slug: team.organization.slug }),
  ],
  [
    "IMAGE_URL_NOT_SUPPORTED",
    ({ member }) =>
      member.post(`${CLIENT}/create`, { name: "Other", slug: "with-a-picture", logo: PIXEL }),
  ],
  [
    "IMAGE_URL_NOT_SUPPORTED",
    ({ loner }) => loner.post(`${CLIENT}/update`, { data: { logo: PIXEL } }),
  ],
  ...posting(
    "update",
    { data: { name: "Renamed" } },
    "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
  ),
  [
    "ORGANIZATION_SLUG_ALREADY_TAKEN",
    ({ loner, team }) => loner.post(`${CLIENT}/update`, { data: { slug: team.organization.slug } }),
  ],
  [
    "ORGANIZATION_NOT_FOUND",
    ({ stranger, team }) => stranger.post(`${CLIENT}/delete`, { organizationId: team.id }),
  ],
  [
    "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
    ({ member, team }) => member.post(`${CLIENT}/delete`, { organizationId: team.id }),
  ],
  [
    "ORGANIZATION_NOT_FOUND",
    ({ stranger, team }) =>
      stranger.post(`${CLIENT}/set-active`, { organizationSlug: team.organization.slug }),
  ],
  ...getting("get-organization", "ORGANIZATION_NOT_FOUND"),
  ...getting("get-full-organization", "ORGANIZATION_NOT_FOUND"),
  ...getting("get-active-member", "NO_ACTIVE_ORGANIZATION"),
  ...getting("get-active-member-role", "ORGANIZATION_NOT_FOUND", "NO_ACTIVE_ORGANIZATION"),
  ...getting("list-members", "ORGANIZATION_NOT_FOUND", "NO_ACTIVE_ORGANIZATION"),
  ...posting(
    "remove-member",
    { memberIdOrEmail: UNKNOWN_ID },
    "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER",
  ),
  [
    "SESSION_NOT_FRESH",
    ({ stale, team }) =>
      stale.post(`${CLIENT}/remove-member`, { memberIdOrEmail: team.memberIds.owner }),
  ],
  [
    "SESSION_NOT_FRESH",
    ({ stale, team }) =>
      stale.post(`${CLIENT}/update-member-role`, {
        memberId: team.memberIds.member,
        role: "owner",
      }),
  ],
  [
    "SESSION_NOT_FRESH",
    ({ stale, team }) => stale.post(`${CLIENT}/leave`, { organizationId: team.id }),
  ],
  [
    "SESSION_NOT_FRESH",
    ({ stale }) => stale.post(`${CLIENT}/invite-member`, { ...NEWCOMER, role: "owner" }),
  ],
  [
    "MEMBER_NOT_FOUND",
    ({ owner }) => owner.post(`${CLIENT}/remove-member`, { memberIdOrEmail: "nobody@example.com" }),
  ],
  [
    "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER",
    ({ owner, team }) =>
      owner.post(`${CLIENT}/remove-member`, { memberIdOrEmail: team.people.owner.email }),
  ],
  ...posting(
    "update-member-role",
    { memberId: UNKNOWN_ID, role: "member" },
    "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
  ),
  [
    "MEMBER_NOT_FOUND",
    ({ owner }) =>
      owner.post(`${CLIENT}/update-member-role`, { memberId: UNKNOWN_ID, role: "member" }),
  ],
  [
    "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER",
    ({ owner, team }) =>
      owner.post(`${CLIENT}/update-member-role`, {
        memberId: team.memberIds.owner,
        role: ["member"],
      }),
  ],
  [
    "ORGANIZATION_NOT_FOUND",
    ({ stranger, team }) => stranger.post(`${CLIENT}/leave`, { organizationId: team.id }),
  ],
  [
    "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER",
    ({ loner, alone }) => loner.post(`${CLIENT}/leave`, { organizationId: alone.id }),
  ],
  ...posting("invite-member", NEWCOMER, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"),
  [
    "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
    ({ team }) =>
      team.people.admin.agent.post(`${CLIENT}/invite-member`, {
        ...NEWCOMER,
        role: "owner",
        organizationId: team.id,
      }),
  ],
  [
    "EMAIL_VERIFICATION_REQUIRED",
    ({ unverified, unverifiedTeam }) =>
      unverified.post(`${CLIENT}/invite-member`, {
        ...NEWCOMER,
        organizationId: unverifiedTeam.organizationId,
      }),
  ],
  [
    "TOO_MANY_REQUESTS",
    ({ owner, team }) =>
      beyondTheMailBudget(() =>
        owner.post(`${CLIENT}/invite-member`, { email: team.people.admin.email, role: "member" }),
      ),
  ],
  [
    "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
    ({ owner, team }) =>
      owner.post(`${CLIENT}/invite-member`, { email: team.people.member.email, role: "member" }),
  ],
  [
    "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION",
    ({ loner, alone }) =>
      loner.post(`${CLIENT}/invite-member`, { email: alone.invited, role: "member" }),
  ],
  ["INVITATION_LIMIT_REACHED", ({ owner }) => owner.post(`${CLIENT}/invite-member`, NEWCOMER)],
  ...["accept", "reject"].flatMap((answer): Refusal[] => [
    [
      "INVITATION_NOT_FOUND",
      ({ stranger, toBusy }) =>
        stranger.post(`${CLIENT}/${answer}-invitation`, { invitationId: toBusy.id }),
    ],
    [
      "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION",
      ({ unverified, toUnverified }) =>
        unverified.post(`${CLIENT}/${answer}-invitation`, { invitationId: toUnverified.id }),
    ],
  ]),
  [
    "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
    ({ busy, toBusy }) => busy.post(`${CLIENT}/accept-invitation`, { invitationId: toBusy.id }),
  ],
  [
    "INVITATION_NOT_FOUND",
    ({ loner, invitation }) =>
      loner.post(`${CLIENT}/cancel-invitation`, { invitationId: invitation.id }),
  ],
  [
    "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION",
    ({ member, invitation }) =>
      member.post(`${CLIENT}/cancel-invitation`, { invitationId: invitation.id }),
  ],
  [
    "INVITATION_NOT_FOUND",
    ({ owner, invitation }) => owner.get(`${CLIENT}/get-invitation?id=${invitation.id}`),
  ],
  [
    "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION",
    ({ unverified, toUnverified }) =>
      unverified.get(`${CLIENT}/get-invitation?id=${toUnverified.id}`),
  ],
  ...getting(
    "list-invitations",
    "ORGANIZATION_NOT_FOUND",
    "NO_ACTIVE_ORGANIZATION",
    "PERMISSION_DENIED",
  ),
  ...posting("has-permission", { permissions: { org: ["read"] } }).filter(
    ([code]) => code !== "PERMISSION_DENIED",
  ),
];
