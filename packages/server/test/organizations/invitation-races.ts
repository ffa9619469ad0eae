import type { InvitationId } from "@acme/auth-core";
import { expect, it } from "vitest";
import type { Operation } from "./operations.js";
import { AT_ONCE, count, many, type Races } from "./races.js";

/** Races of invitations: each makes one membership at most, and none outlives its inviter. */
export function describeInvitationRaces(opened: () => Races): void {
  it("one invitation accepted many times at once makes one membership", async () => {
    const races = opened();
    const [ada] = races.people;
    const organization = await races.fixture.found([[ada, "owner"]]);
    const [invitationId] = (await races.inviteTo([organization], ada, "member")) as [InvitationId];
    const accept: Operation = {
      do: "accept",
      by: races.guest(0),
      organizationId: organization.id,
      invitationId,
    };
    expect(count(await races.fixture.atOnce(many(() => accept)))).toEqual({
      DONE: 1,
      INVITATION_NOT_FOUND: AT_ONCE - 1,
    });
    expect(await races.rolesIn(organization)).toEqual(["member", "owner"]);
    expect(await races.fixture.store.invitations.find(invitationId)).toMatchObject({
      status: "accepted",
    });
    await races.expectNoFault([organization]);
  });

  it("an email address invited by two races.people at once has one pending invitation", async () => {
    const races = opened();
    const [ada, ben] = races.people;
    const organization = await races.fixture.found([
      [ada, "owner"],
      [ben, "admin"],
    ]);
    const invites = many((number) =>
      [ada, ben].map((by): Operation => ({
        do: "invite",
        by,
        whom: races.stranger(number),
        role: "member",
        organizationId: organization.id,
      })),
    );
    const outcomes = await races.fixture.atOnce(invites.flat());
    for (const [number] of invites.entries())
      expect(count(outcomes.slice(2 * number, 2 * number + 2))).toEqual({
        DONE: 1,
        ALREADY_INVITED: 1,
      });
    const invitations = await races.fixture.store.invitations.listByOrganization(
      organization.id,
      2 * AT_ONCE,
    );
    expect(new Set(invitations.map(({ email }) => email)).size).toBe(AT_ONCE);
    expect(invitations).toHaveLength(AT_ONCE);
    await races.expectNoFault([organization]);
  });

  it("no user joins by an invitation whose inviter was gone before", async () => {
    const races = opened();
    const [ada, ben] = races.people;
    const organizations = await races.foundMany(() => [
      [ada, "owner"],
      [ben, "admin"],
    ]);
    const invitations = await races.inviteTo(organizations, ben, "admin");
    const outcomes = await races.pairs(organizations, ({ id }, number) => [
      races.accepting(id, number, invitations[number]!),
      { do: "remove", by: ada, whom: ben, organizationId: id },
    ]);
    for (const [number, [accepted, removed]] of outcomes.entries()) {
      expect(removed).toBe("DONE");
      expect(await races.rolesIn(organizations[number]!)).toEqual(
        accepted === "DONE" ? ["admin", "owner"] : ["owner"],
      );
    }
    await races.expectNoFault(organizations);
  });

  it("a user who joins and invites in one organization at once is held up by neither", async () => {
    const races = opened();
    const [ada] = races.people;
    const organizations = await races.foundMany(() => [[ada, "owner"]]);
    const invitations = await races.inviteTo(organizations, ada, "member");
    // Members already, as a user is who changed to the invited email address later.
    const admitted = await Promise.all(
      organizations.map((organization, number) =>
        races.fixture.admit(organization, races.guest(number), "admin"),
      ),
    );
    const outcomes = await races.pairs(admitted, ({ id: organizationId }, number) => {
      const by = races.guest(number);
      // Changes nothing, and takes about as long as it takes to begin to invite.
      const wait: Operation = { do: "changeRole", by, whom: by, role: "admin", organizationId };
      const accept: Operation = {
        do: "accept",
        by,
        organizationId,
        invitationId: invitations[number]!,
      };
      return [
        [...Array<Operation>(number % 3).fill(wait), accept],
        { do: "invite", by, whom: races.stranger(number), role: "member", organizationId },
      ];
    });
    expect(count(outcomes.flat())).toEqual({ DONE: 2 * AT_ONCE });
    for (const organization of admitted)
      expect(await races.rolesIn(organization)).toEqual(["admin", "owner"]);
    await races.expectNoFault(admitted);
  });
}
