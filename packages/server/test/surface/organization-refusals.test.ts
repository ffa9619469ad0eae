import { after, DAY } from "@acme/auth-core/surface";
import { asChecked } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { ACTIVE_ORGANIZATION, createTeams, type InvitationBody } from "../teams.js";
import { REFUSALS_OF_CLIENT } from "./organization-refusals-of-client.js";
import { REFUSALS_OF_V1 } from "./organization-refusals-of-v1.js";
import type { RefusedPeople } from "./refused-people.js";
import { unseenRefusals } from "./unseen-refusals.js";

const EARLY = "early@example.com";
const MOST = { organizationsPerUser: 2, invitationsPerOrganization: 4 };

describeService("refusals around organizations", { start: { policy: MOST } }, (service) => {
  let people: RefusedPeople;

  beforeAll(async () => {
    people = await createRefusedPeople();
  });

  async function createRefusedPeople(): Promise<RefusedPeople> {
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

  /** An invitation as versions before this rule allowed it. */
  async function storeInvitation(organizationId: string): Promise<string> {
    const { auth, clock, store } = service;
    const [id, now] = [auth.random.id(), clock.now()];
    await store.invitations.insertUnlessPending(
      asChecked({
        id,
        organizationId,
        email: "early@example.com",
        role: "member",
        status: "pending",
        tokenHash: "none",
        inviterId: null,
        createdAt: now,
        expiresAt: after(now, DAY),
      }),
    );
    return id;
  }

  const everything = async (): Promise<string> => {
    const paths = ["", "/members", "/invitations"].map((part) => people.team.path + part);
    return (await Promise.all(paths.map((path) => people.owner.get(path))))
      .map(({ text }) => text)
      .join("\n");
  };

  it.each([
    ["Organizations, members, invitations", REFUSALS_OF_V1],
    ["Organizations, as the better-auth client has them", REFUSALS_OF_CLIENT],
  ])(
    "%s: each is given, in its own words, sets no cookie and changes nothing; and all that are declared were seen",
    async (title, attempts) => {
      const before = await everything();
      for (const [code, attempt] of attempts)
        expect(await attempt(people)).toMatchObject({ body: { code }, setCookies: [] });
      expect(await everything()).toBe(before);
      expect(unseenRefusals(service, title)).toEqual([]);
    },
  );
});
