import { parseEmailAddress } from "@acme/auth-core";
import { expect, it } from "vitest";
import type { Founded } from "./fixture.js";
import type { Operation } from "./operations.js";
import { count, type Races } from "./races.js";

/**
 * Races of owners: an organization always has one, and what a user lost counts on the next request.
 */
export function describeOwnershipRaces(opened: () => Races): void {
  it("of two owners who leave at once one stays", async () => {
    const races = opened();
    const [ada, ben] = races.people;
    const organizations = await races.foundMany(() => [
      [ada, "owner"],
      [ben, "owner"],
    ]);
    const outcomes = await races.pairs(organizations, ({ id }) => [
      { do: "leave", by: ada, organizationId: id },
      { do: "leave", by: ben, organizationId: id },
    ]);
    for (const pair of outcomes) expect(count(pair)).toEqual({ DONE: 1, LAST_OWNER: 1 });
    for (const organization of organizations)
      expect(await races.rolesIn(organization)).toEqual(["owner"]);
    await races.expectNoFault(organizations);
  });

  it.each([2, 3])("of two owners who demote each other, among %i, one remains", async (owners) => {
    const races = opened();
    const [ada, ben] = races.people;
    const organizations = await races.foundMany(() =>
      races.people.slice(0, owners).map((person) => [person, "owner"] as const),
    );
    const outcomes = await races.pairs(organizations, ({ id }) => [
      { do: "changeRole", by: ada, whom: ben, role: "admin", organizationId: id },
      { do: "changeRole", by: ben, whom: ada, role: "admin", organizationId: id },
    ]);
    for (const pair of outcomes) expect(count(pair)).toEqual({ DONE: 1, PERMISSION_DENIED: 1 });
    for (const organization of organizations)
      expect((await races.rolesIn(organization)).filter((role) => role === "owner")).toHaveLength(
        owners - 1,
      );
    await races.expectNoFault(organizations);
  });

  it("ownership that is given to two members at once goes to one", async () => {
    const races = opened();
    const [ada, ben, cleo] = races.people;
    const organizations = await races.foundMany(() => [
      [ada, "owner"],
      [ben, "admin"],
      [cleo, "member"],
    ]);
    const outcomes = await races.pairs(organizations, ({ id }) => [
      { do: "transfer", by: ada, whom: ben, organizationId: id },
      { do: "transfer", by: ada, whom: cleo, organizationId: id },
    ]);
    for (const pair of outcomes) expect(count(pair)).toEqual({ DONE: 1, PERMISSION_DENIED: 1 });
    for (const organization of organizations)
      expect((await races.rolesIn(organization)).filter((role) => role === "owner")).toHaveLength(
        1,
      );
    await races.expectNoFault(organizations);
  });

  it("a user who loses a role while at work is refused on the next request, in either process", async () => {
    const races = opened();
    const [ada, ben] = races.people;
    const organizations = await races.foundMany(() => [
      [ada, "owner"],
      [ben, "admin"],
    ]);
    const invite = ({ id }: Founded, whom: string): Operation => ({
      do: "invite",
      by: ben,
      whom: {
        email: parseEmailAddress(
          `${whom}.${organizations.findIndex((one) => one.id === id)}@example.com`,
        )!,
      },
      role: "member",
      organizationId: id,
    });
    const sequences = organizations.flatMap((one) => [
      [
        { do: "changeRole", by: ada, whom: ben, role: "member", organizationId: one.id } as const,
        invite(one, "after"),
      ],
      [invite(one, "one"), invite(one, "two"), invite(one, "three")],
    ]);
    const outcomes = await races.fixture.act(sequences);
    const demotions = outcomes.filter((_, sequence) => sequence % 2 === 0);
    for (const demotion of demotions) expect(demotion).toEqual(["DONE", "PERMISSION_DENIED"]);
    const late = organizations.flatMap((one) => [invite(one, "late"), invite(one, "later")]);
    expect(count(await races.fixture.atOnce(late))).toEqual({ PERMISSION_DENIED: late.length });
    await races.expectNoFault(organizations);
  });
}
