import {
  beyondTheMailBudget,
  NEWCOMER,
  PIXEL,
  type Refusal,
  UNKNOWN_ID,
} from "./refused-people.js";

/** What the paths of `/api/v1` refuse of their own accord, and how to have it refused. */
export const REFUSALS_OF_V1: readonly Refusal[] = [
  [
    "SLUG_TAKEN",
    ({ member, team }) =>
      member.post("/api/v1/organizations", { name: "Other", slug: team.organization.slug }),
  ],
  ["LIMIT_REACHED", ({ busy }) => busy.post("/api/v1/organizations", { name: "One more" })],
  [
    "IMAGE_URL_NOT_SUPPORTED",
    ({ member }) => member.post("/api/v1/organizations", { name: "Other", logo: PIXEL }),
  ],
  [
    "IMAGE_URL_NOT_SUPPORTED",
    ({ loner, alone }) =>
      loner.send(`/api/v1/organizations/${alone.id}`, { method: "PATCH", body: { logo: PIXEL } }),
  ],
  [
    "SLUG_TAKEN",
    ({ loner, alone, team }) =>
      loner.send(`/api/v1/organizations/${alone.id}`, {
        method: "PATCH",
        body: { slug: team.organization.slug },
      }),
  ],
  [
    "ORGANIZATION_NOT_FOUND",
    ({ stranger, team }) =>
      stranger.send("/api/v1/me/active-organization", {
        method: "PUT",
        body: { organizationId: team.id },
      }),
  ],
  [
    "SESSION_NOT_FRESH",
    ({ stale, team }) =>
      stale.send(`${team.path}/members/${team.memberIds.member}`, {
        method: "PATCH",
        body: { role: "owner" },
      }),
  ],
  [
    "SESSION_NOT_FRESH",
    ({ stale, team }) =>
      stale.send(`${team.path}/members/${team.memberIds.owner}`, { method: "DELETE" }),
  ],
  [
    "SESSION_NOT_FRESH",
    ({ stale, team }) =>
      stale.send(team.path, { method: "PATCH", body: { requireSecondFactor: true } }),
  ],
  ["SESSION_NOT_FRESH", ({ stale, team }) => stale.post(`${team.path}/leave`)],
  [
    "SESSION_NOT_FRESH",
    ({ stale, team }) => stale.post(`${team.path}/invitations`, { ...NEWCOMER, role: "owner" }),
  ],
  [
    "SESSION_NOT_FRESH",
    ({ stale, team, toOwner }) => stale.post(`${team.path}/invitations/${toOwner.id}/resend`),
  ],
  [
    "INVITATION_NOT_FOUND",
    ({ owner, team }) => owner.post(`${team.path}/invitations/${UNKNOWN_ID}/resend`),
  ],
  [
    "EMAIL_VERIFICATION_REQUIRED",
    ({ unverified, unverifiedTeam: { organizationId, invitationId } }) =>
      unverified.post(`/api/v1/organizations/${organizationId}/invitations/${invitationId}/resend`),
  ],
  [
    "TOO_MANY_REQUESTS",
    async ({ owner, team, toBusy: { id, email } }) => {
      await beyondTheMailBudget(() =>
        owner.post(`${team.path}/invitations`, { email, role: "member" }),
      );
      return owner.post(`${team.path}/invitations/${id}/resend`);
    },
  ],
  [
    "MEMBER_NOT_FOUND",
    ({ owner, team }) =>
      owner.send(`${team.path}/members/${UNKNOWN_ID}`, {
        method: "PATCH",
        body: { role: "member" },
      }),
  ],
  [
    "LAST_OWNER",
    ({ owner, team }) =>
      owner.send(`${team.path}/members/${team.memberIds.owner}`, {
        method: "PATCH",
        body: { role: "member" },
      }),
  ],
  [
    "MEMBER_NOT_FOUND",
    ({ owner, team }) => owner.send(`${team.path}/members/${UNKNOWN_ID}`, { method: "DELETE" }),
  ],
  [
    "LAST_OWNER",
    ({ owner, team }) =>
      owner.send(`${team.path}/members/${team.memberIds.owner}`, { method: "DELETE" }),
  ],
  ["ORGANIZATION_NOT_FOUND", ({ stranger, team }) => stranger.post(`${team.path}/leave`)],
  ["LAST_OWNER", ({ owner, team }) => owner.post(`${team.path}/leave`)],
  [
    "MEMBER_NOT_FOUND",
    ({ owner, team }) => owner.post(`${team.path}/transfer-ownership`, { memberId: UNKNOWN_ID }),
  ],
  [
    "EMAIL_VERIFICATION_REQUIRED",
    ({ unverified, unverifiedTeam }) =>
      unverified.post(
        `/api/v1/organizations/${unverifiedTeam.organizationId}/invitations`,
        NEWCOMER,
      ),
  ],
  [
    "TOO_MANY_REQUESTS",
    ({ owner, team }) =>
      beyondTheMailBudget(() =>
        owner.post(`${team.path}/invitations`, { email: team.people.admin.email, role: "member" }),
      ),
  ],
  [
    "ALREADY_MEMBER",
    ({ owner, team }) =>
      owner.post(`${team.path}/invitations`, { email: team.people.member.email, role: "member" }),
  ],
  [
    "ALREADY_INVITED",
    ({ loner, alone }) =>
      loner.post(`/api/v1/organizations/${alone.id}/invitations`, {
        email: alone.invited,
        role: "admin",
      }),
  ],
  ["LIMIT_REACHED", ({ owner, team }) => owner.post(`${team.path}/invitations`, NEWCOMER)],
  [
    "INVITATION_NOT_FOUND",
    ({ owner, team }) => owner.send(`${team.path}/invitations/${UNKNOWN_ID}`, { method: "DELETE" }),
  ],
  ...["accept", "reject"].flatMap((answer): Refusal[] => [
    [
      "INVITATION_NOT_FOUND",
      ({ stranger, toBusy }) =>
        stranger.post(`/api/v1/invitations/${answer}`, { invitationId: toBusy.id }),
    ],
    [
      "EMAIL_VERIFICATION_REQUIRED",
      ({ unverified, toUnverified }) =>
        unverified.post(`/api/v1/invitations/${answer}`, { invitationId: toUnverified.id }),
    ],
  ]),
  [
    "LIMIT_REACHED",
    ({ busy, toBusy }) => busy.post("/api/v1/invitations/accept", { invitationId: toBusy.id }),
  ],
];
