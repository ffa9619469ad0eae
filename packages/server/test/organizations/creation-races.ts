import { POLICY } from "@acme/auth-core";
import { expect, it } from "vitest";
import type { Operation } from "./operations.js";
import { AT_ONCE, count, many, PEOPLE, type Races } from "./races.js";

const MAILS = POLICY.mailsPerAddress.max;

/**
 * Races of creation and deletion: of names, of the number of organizations, and of an organization
 * that ends.
 */
export function describeCreationRaces(opened: () => Races): void {
  it("a slug that many want at once goes to one", async () => {
    const races = opened();
    const outcomes = await races.fixture.atOnce(
      many((number) => ({ do: "create", by: races.people[number % PEOPLE]!, slug: "wanted" })),
    );
    expect(count(outcomes)).toEqual({ DONE: 1, SLUG_TAKEN: AT_ONCE - 1 });
    const organization = (await races.fixture.store.organizations.findBySlug("wanted"))!;
    expect(await races.fixture.standingsOf(organization.id)).toHaveProperty("size", 1);
  });

  it("no user gets beyond the number of organizations per user, however many they create and join at once", async () => {
    const races = opened();
    const [ada, ben] = races.people;
    const limit = POLICY.organizationsPerUser.value;
    const free = 3;
    for (let number = free; number < limit; number++) await races.fixture.found([[ada, "owner"]]);
    const others = await Promise.all(many(() => races.fixture.found([[ben, "owner"]])));
    const invites = others.map(({ id }): Operation => ({
      do: "invite",
      by: ben,
      whom: ada,
      role: "member",
      organizationId: id,
    }));
    for (let done = 0; done < AT_ONCE; done += MAILS) {
      const some = invites.slice(done, done + MAILS);
      expect(count(await races.fixture.atOnce(some))).toEqual({ DONE: some.length });
      await races.fixture.giveBudgetsBack();
    }

    const accepts = others.map(({ id }): Operation => ({
      do: "accept",
      by: ada,
      organizationId: id,
    }));
    const creates = many((number): Operation => ({
      do: "create",
      by: ada,
      slug: `one-more-${number}`,
    }));
    const mixed = accepts.flatMap((accept, number) =>
      number % 4 < 2 ? [accept, creates[number]!] : [creates[number]!, accept],
    );
    expect(count(await races.fixture.atOnce(mixed))).toEqual({
      DONE: free,
      LIMIT_REACHED: 2 * AT_ONCE - free,
    });
    expect(await races.fixture.store.memberships.countByUser(ada.id)).toBe(limit);
    await races.expectNoFault(others);
  });

  it("an organization deleted while a user accepts an invitation leaves nothing behind", async () => {
    const races = opened();
    const [ada] = races.people;
    const organizations = await races.foundMany(() => [[ada, "owner"]]);
    const invitations = await races.inviteTo(organizations, ada, "member");
    const outcomes = await races.pairs(organizations, ({ id }, number) => [
      races.accepting(id, number, invitations[number]!),
      { do: "delete", by: ada, organizationId: id },
    ]);
    expect(outcomes.map(([, deleted]) => deleted)).toEqual(many(() => "DONE"));
    for (const { id } of organizations) {
      expect(await races.fixture.store.organizations.find(id)).toBeNull();
      expect(await races.fixture.store.memberships.countByOrganization(id)).toBe(0);
    }
    for (const person of races.people)
      expect(await races.fixture.store.memberships.countByUser(person.id)).toBe(0);
    await races.expectNoFault(organizations);
  });
}
