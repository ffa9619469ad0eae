import { beforeAll, expect, it } from "vitest";
import { after, DAY, POLICY } from "@acme/auth-core";
import type { Agent, Reply } from "../agent.js";
import { ACTIVE_ORGANIZATION, createTeams, type InvitationBody, type Team } from "../teams.js";
import { unseenRefusals } from "./unseen-refusals.js";
import { describeService } from "../describe-service.js";
import { readJson } from "../read-json.js";

const NOBODYS = "01890000-0000-7000-8000-000000000001";
const EARLY = "early@example.com";
const CLIENT = "/api/auth/organization";
const PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
const MOST = { organizationsPerUser: 2, invitationsPerOrganization: 4 };

/** Everybody who is refused something. Refusals change nothing, so all of them share it. */
interface World {
  /** Has as many invitations as there may be. */
  readonly team: Team;
  readonly owner: Agent;
  /** The owner too, signed in a day ago. */
  readonly stale: Agent;
  readonly member: Agent;
  /** Belongs nowhere, and is invited. */
  readonly stranger: Agent;
  readonly invitation: InvitationBody;
  readonly toOwner: InvitationBody;
  /** Invited too, at an address that is not verified. */
  readonly unverified: Agent;
  /** The organization of whoever is not verified. */
  readonly unverifiedTeam: { readonly organizationId: string; readonly invitationId: string };
  readonly toUnverified: InvitationBody;
  /** Invited too, and in as many organizations as there may be. */
  readonly busy: Agent;
  readonly toBusy: InvitationBody;
  /** The only owner of an organization that has invited somebody. */
  readonly loner: Agent;
  readonly alone: { readonly id: string; readonly memberId: string; readonly invited: string };
}
type Attempt = (world: World) => Promise<Reply>;

/** The last of more requests than one email has mail budget for. */
async function beyondTheMailBudget(ask: () => Promise<Reply>): Promise<Reply> {
  for (let i = 0; i < POLICY.mailsPerAddress.value; i++) await ask();
  return ask();
}

const newcomer = { email: "newcomer@example.com", role: "member" };

/** What the paths of `/api/v1` refuse of their own accord, and how to have it refused. */
const V1: readonly (readonly [code: string, attempt: Attempt])[] = [
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
  ["SESSION_NOT_FRESH", ({ stale, team }) => stale.post(`${team.path}/leave`)],
  [
    "SESSION_NOT_FRESH",
    ({ stale, team }) => stale.post(`${team.path}/invitations`, { ...newcomer, role: "owner" }),
  ],
  [
    "SESSION_NOT_FRESH",
    ({ stale, team, toOwner }) => stale.post(`${team.path}/invitations/${toOwner.id}/resend`),
  ],
  [
    "INVITATION_NOT_FOUND",
    ({ owner, team }) => owner.post(`${team.path}/invitations/${NOBODYS}/resend`),
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
      owner.send(`${team.path}/members/${NOBODYS}`, { method: "PATCH", body: { role: "member" } }),
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
    ({ owner, team }) => owner.send(`${team.path}/members/${NOBODYS}`, { method: "DELETE" }),
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
    ({ owner, team }) => owner.post(`${team.path}/transfer-ownership`, { memberId: NOBODYS }),
  ],
  [
    "EMAIL_VERIFICATION_REQUIRED",
    ({ unverified, unverifiedTeam }) =>
      unverified.post(
        `/api/v1/organizations/${unverifiedTeam.organizationId}/invitations`,
        newcomer,
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
  ["LIMIT_REACHED", ({ owner, team }) => owner.post(`${team.path}/invitations`, newcomer)],
  [
    "INVITATION_NOT_FOUND",
    ({ owner, team }) => owner.send(`${team.path}/invitations/${NOBODYS}`, { method: "DELETE" }),
  ],
  ...["accept", "reject"].flatMap((answer): [string, Attempt][] => [
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

/** The three things that can be wrong with an organization, for a path of the client that works in one. */
const inOrganization = (
  denied: string,
  ask: (agent: Agent, organization: { readonly organizationId?: string }) => Promise<Reply>,
): [string, Attempt][] => [
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

/** The same of the paths of the client. */
const CLIENTS: readonly (readonly [code: string, attempt: Attempt])[] = [
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
    { memberIdOrEmail: NOBODYS },
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
    ({ stale }) => stale.post(`${CLIENT}/invite-member`, { ...newcomer, role: "owner" }),
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
    { memberId: NOBODYS, role: "member" },
    "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
  ),
  [
    "MEMBER_NOT_FOUND",
    ({ owner }) =>
      owner.post(`${CLIENT}/update-member-role`, { memberId: NOBODYS, role: "member" }),
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
  ...posting("invite-member", newcomer, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"),
  [
    "EMAIL_VERIFICATION_REQUIRED",
    ({ unverified, unverifiedTeam }) =>
      unverified.post(`${CLIENT}/invite-member`, {
        ...newcomer,
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
  ["INVITATION_LIMIT_REACHED", ({ owner }) => owner.post(`${CLIENT}/invite-member`, newcomer)],
  ...["accept", "reject"].flatMap((answer): [string, Attempt][] => [
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

describeService("refusals around organizations", { start: { policy: MOST } }, (service) => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld();
  });

  async function createWorld(): Promise<World> {
    const teams = createTeams(service);
    const stale = await service.signedIn(EARLY);
    service.clock.advance(DAY);
    const team = await teams.teamOf({
      owner: await teams.personWith(EARLY),
      admin: await teams.person(),
      member: await teams.person(),
    });
    await stale.send(ACTIVE_ORGANIZATION, { method: "PUT", body: { organizationId: team.id } });
    const [stranger, busy, loner] = [
      await teams.person(),
      await teams.person(),
      await teams.person(),
    ];
    const { owner, member } = team.people;
    const email = teams.newAddress();
    const unverified = service.agent();
    await unverified.post("/api/auth/sign-up", { email, password: "kept for this test alone" });
    const founded = readJson(
      (await unverified.post("/api/v1/organizations", { name: "Unverified" })).body,
      { id: "string" },
    );
    for (let i = 0; i < MOST.organizationsPerUser; i++) await teams.found(busy);
    const { id } = await teams.found(loner);
    const invited = teams.newAddress();
    await teams.invite(loner, id, { email: invited, role: "member" });
    const inviteTo = (to: string): Promise<InvitationBody> =>
      teams.invite(owner, team.id, { email: to, role: "member" });
    const toOwner = await teams.invite(owner, team.id, {
      email: teams.newAddress(),
      role: "owner",
    });
    return {
      team,
      stale,
      owner: owner.agent,
      member: member.agent,
      stranger: stranger.agent,
      unverified,
      busy: busy.agent,
      loner: loner.agent,
      toOwner,
      invitation: await inviteTo(stranger.email),
      toUnverified: await inviteTo(email),
      toBusy: await inviteTo(busy.email),
      unverifiedTeam: {
        organizationId: founded.id,
        invitationId: await storeInvitation(founded.id),
      },
      alone: { id, memberId: (await teams.membersOf(loner, id))[0]!.id, invited },
    };
  }

  /** An invitation as versions before this rule let anybody make it. */
  async function storeInvitation(organizationId: string): Promise<string> {
    const { auth, clock, store } = service;
    const [id, now] = [auth.random.id(), clock.now()];
    const invitation = {
      id,
      organizationId,
      email: "early@example.com",
      role: "member",
      status: "pending",
      tokenHash: "none",
      inviterId: null,
    };
    await store.invitations.insertUnlessPending({
      ...invitation,
      createdAt: now,
      expiresAt: after(now, DAY),
    } as never);
    return id;
  }

  const everything = async (): Promise<string> => {
    const paths = ["", "/members", "/invitations"].map((part) => world.team.path + part);
    return (await Promise.all(paths.map((path) => world.owner.get(path))))
      .map(({ text }) => text)
      .join("\n");
  };

  it.each([
    ["Organizations, members, invitations", V1],
    ["Organizations, as the better-auth client has them", CLIENTS],
  ])(
    "%s: each is given, in its own words, sets no cookie and changes nothing; and all that are declared were seen",
    async (title, attempts) => {
      const before = await everything();
      for (const [code, attempt] of attempts)
        expect(await attempt(world)).toMatchObject({ body: { code }, setCookies: [] });
      expect(await everything()).toBe(before);
      expect(unseenRefusals(service, title)).toEqual([]);
    },
  );
});
