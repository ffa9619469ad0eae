import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  parseEmailAddress,
  POLICY,
  type InvitationId,
  type OrganizationId,
  type Role,
} from "@acme/auth-core";
import { DATABASES } from "../service.js";
import type { Operation, Sequence, Outcome, Person } from "./operations.js";
import { openFixture, type Founded, type Roles, type Fixture } from "./fixture.js";

const AT_ONCE = 50;
const PEOPLE = 12;
const MAILS = POLICY.mailsPerAddress.max;

/** Fifty of whatever `make` makes. */
const fifty = <T>(make: (number: number) => T): readonly T[] =>
  Array.from({ length: AT_ONCE }, (_, number) => make(number));

/**
 * In what order both of fifty pairs are done. Every second sequence goes to the other process, so of four pairs two meet across processes, which do not keep
 * step with each other, and two within one, on neighbouring connections.
 */
const SEATS: readonly (readonly [number, 0 | 1])[] = fifty((number) => number)
  .filter((number) => number % 4 === 0)
  .flatMap((at): [number, 0 | 1][] => [
    [at, 0],
    [at, 1],
    [at + 1, 0],
    [at + 1, 1],
    [at + 2, 0],
    [at + 3, 0],
    [at + 2, 1],
    [at + 3, 1],
  ])
  .filter(([number]) => number < AT_ONCE);

const count = (outcomes: readonly Outcome[]): Readonly<Record<Outcome, number>> => {
  const counts: Record<Outcome, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

describe.each(DATABASES)("two processes race over organizations, on %s", (database) => {
  let fixture: Fixture;
  let people: readonly [Person, Person, Person, ...Person[]];
  beforeAll(async () => {
    fixture = await openFixture(database, PEOPLE);
    people = fixture.people as typeof people;
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.close());

  const guest = (number: number): Person => people[3 + (number % (PEOPLE - 3))]!;
  const stranger = (number: number) => ({
    email: parseEmailAddress(`stranger${number}@example.com`)!,
  });
  const foundFifty = (roles: (number: number) => Roles): Promise<readonly Founded[]> =>
    Promise.all(fifty((number) => fixture.found(roles(number))));

  /** Two operations in each organization at once; what came of each pair. */
  async function pairs(
    organizations: readonly Founded[],
    make: (
      founded: Founded,
      number: number,
    ) => readonly [Operation | Sequence, Operation | Sequence],
  ) {
    const made = organizations.map(make);
    const outcomes = await fixture.act(SEATS.map(([number, one]) => [made[number]![one]].flat()));
    return made.map((_, number) =>
      [0, 1].map((one) =>
        outcomes[SEATS.findIndex((seat) => seat[0] === number && seat[1] === one)]!.at(-1)!,
      ),
    );
  }
  async function expectNoFault(organizations: readonly Founded[]): Promise<void> {
    for (const organization of organizations)
      expect(await fixture.faultsOf(organization)).toEqual([]);
  }
  const rolesIn = async ({ id }: Founded): Promise<readonly Role[]> =>
    [...(await fixture.standingsOf(id)).values()].map(({ role }) => role).sort();

  /** Invites somebody to each organization; the invitations. */
  async function inviteTo(
    organizations: readonly Founded[],
    by: Person,
    role: Role,
  ): Promise<readonly InvitationId[]> {
    const invites = organizations.map(({ id }, number): Operation => ({
      do: "invite",
      by,
      whom: guest(number),
      role,
      organizationId: id,
    }));
    expect(count(await fixture.atOnce(invites))).toEqual({ DONE: organizations.length });
    return Promise.all(
      organizations.map(
        async ({ id }) => (await fixture.store.invitations.listByOrganization(id, 1))[0]!.id,
      ),
    );
  }

  /** Every second guest first tries to leave, in vain, and so comes to accept when others are ahead. */
  function accepting(
    organizationId: OrganizationId,
    number: number,
    invitationId: InvitationId,
  ): Sequence {
    const by = guest(number);
    const accept: Operation = { do: "accept", by, organizationId, invitationId };
    return Math.floor(number / 4) % 2 === 0
      ? [accept]
      : [{ do: "leave", by, organizationId }, accept];
  }

  it("of two owners who leave at once one stays", async () => {
    const [ada, ben] = people;
    const organizations = await foundFifty(() => [
      [ada, "owner"],
      [ben, "owner"],
    ]);
    const outcomes = await pairs(organizations, ({ id }) => [
      { do: "leave", by: ada, organizationId: id },
      { do: "leave", by: ben, organizationId: id },
    ]);
    for (const pair of outcomes) expect(count(pair)).toEqual({ DONE: 1, LAST_OWNER: 1 });
    for (const organization of organizations)
      expect(await rolesIn(organization)).toEqual(["owner"]);
    await expectNoFault(organizations);
  });

  it.each([2, 3])("of two owners who demote each other, among %i, one remains", async (owners) => {
    const [ada, ben] = people;
    const organizations = await foundFifty(() =>
      people.slice(0, owners).map((person) => [person, "owner"] as const),
    );
    const outcomes = await pairs(organizations, ({ id }) => [
      { do: "changeRole", by: ada, whom: ben, role: "admin", organizationId: id },
      { do: "changeRole", by: ben, whom: ada, role: "admin", organizationId: id },
    ]);
    for (const pair of outcomes) expect(count(pair)).toEqual({ DONE: 1, PERMISSION_DENIED: 1 });
    for (const organization of organizations)
      expect((await rolesIn(organization)).filter((role) => role === "owner")).toHaveLength(
        owners - 1,
      );
    await expectNoFault(organizations);
  });

  it("ownership that is given to two members at once goes to one", async () => {
    const [ada, ben, cleo] = people;
    const organizations = await foundFifty(() => [
      [ada, "owner"],
      [ben, "admin"],
      [cleo, "member"],
    ]);
    const outcomes = await pairs(organizations, ({ id }) => [
      { do: "transfer", by: ada, whom: ben, organizationId: id },
      { do: "transfer", by: ada, whom: cleo, organizationId: id },
    ]);
    for (const pair of outcomes) expect(count(pair)).toEqual({ DONE: 1, PERMISSION_DENIED: 1 });
    for (const organization of organizations)
      expect((await rolesIn(organization)).filter((role) => role === "owner")).toHaveLength(1);
    await expectNoFault(organizations);
  });

  it("one invitation accepted fifty times at once makes one membership", async () => {
    const [ada] = people;
    const organization = await fixture.found([[ada, "owner"]]);
    const [invitationId] = (await inviteTo([organization], ada, "member")) as [InvitationId];
    const accept: Operation = {
      do: "accept",
      by: guest(0),
      organizationId: organization.id,
      invitationId,
    };
    expect(count(await fixture.atOnce(fifty(() => accept)))).toEqual({
      DONE: 1,
      INVITATION_NOT_FOUND: AT_ONCE - 1,
    });
    expect(await rolesIn(organization)).toEqual(["member", "owner"]);
    expect(await fixture.store.invitations.find(invitationId)).toMatchObject({
      status: "accepted",
    });
    await expectNoFault([organization]);
  });

  it("an email address invited by two people at once has one pending invitation", async () => {
    const [ada, ben] = people;
    const organization = await fixture.found([
      [ada, "owner"],
      [ben, "admin"],
    ]);
    const invites = fifty((number) =>
      [ada, ben].map((by): Operation => ({
        do: "invite",
        by,
        whom: stranger(number),
        role: "member",
        organizationId: organization.id,
      })),
    );
    const outcomes = await fixture.atOnce(invites.flat());
    for (const [number] of invites.entries())
      expect(count(outcomes.slice(2 * number, 2 * number + 2))).toEqual({
        DONE: 1,
        ALREADY_INVITED: 1,
      });
    const invitations = await fixture.store.invitations.listByOrganization(
      organization.id,
      2 * AT_ONCE,
    );
    expect(new Set(invitations.map(({ email }) => email)).size).toBe(AT_ONCE);
    expect(invitations).toHaveLength(AT_ONCE);
    await expectNoFault([organization]);
  });

  it("no user joins by an invitation whose inviter was gone before", async () => {
    const [ada, ben] = people;
    const organizations = await foundFifty(() => [
      [ada, "owner"],
      [ben, "admin"],
    ]);
    const invitations = await inviteTo(organizations, ben, "admin");
    const outcomes = await pairs(organizations, ({ id }, number) => [
      accepting(id, number, invitations[number]!),
      { do: "remove", by: ada, whom: ben, organizationId: id },
    ]);
    for (const [number, [accepted, removed]] of outcomes.entries()) {
      expect(removed).toBe("DONE");
      expect(await rolesIn(organizations[number]!)).toEqual(
        accepted === "DONE" ? ["admin", "owner"] : ["owner"],
      );
    }
    await expectNoFault(organizations);
  });

  it("a slug that fifty want at once goes to one", async () => {
    const outcomes = await fixture.atOnce(
      fifty((number) => ({ do: "create", by: people[number % PEOPLE]!, slug: "wanted" })),
    );
    expect(count(outcomes)).toEqual({ DONE: 1, SLUG_TAKEN: AT_ONCE - 1 });
    const organization = (await fixture.store.organizations.findBySlug("wanted"))!;
    expect(await fixture.standingsOf(organization.id)).toHaveProperty("size", 1);
  });

  it("no user gets beyond the number of organizations per user, however many they create and join at once", async () => {
    const [ada, ben] = people;
    const limit = POLICY.organizationsPerUser.value;
    const free = 3;
    for (let number = free; number < limit; number++) await fixture.found([[ada, "owner"]]);
    const others = await Promise.all(fifty(() => fixture.found([[ben, "owner"]])));
    const invites = others.map(({ id }): Operation => ({
      do: "invite",
      by: ben,
      whom: ada,
      role: "member",
      organizationId: id,
    }));
    for (let done = 0; done < AT_ONCE; done += MAILS) {
      const some = invites.slice(done, done + MAILS);
      expect(count(await fixture.atOnce(some))).toEqual({ DONE: some.length });
      await fixture.giveBudgetsBack();
    }

    const accepts = others.map(({ id }): Operation => ({
      do: "accept",
      by: ada,
      organizationId: id,
    }));
    const creates = fifty((number): Operation => ({
      do: "create",
      by: ada,
      slug: `one-more-${number}`,
    }));
    const mixed = accepts.flatMap((accept, number) =>
      number % 4 < 2 ? [accept, creates[number]!] : [creates[number]!, accept],
    );
    expect(count(await fixture.atOnce(mixed))).toEqual({
      DONE: free,
      LIMIT_REACHED: 2 * AT_ONCE - free,
    });
    expect(await fixture.store.memberships.countByUser(ada.id)).toBe(limit);
    await expectNoFault(others);
  });

  it("an organization deleted while a user accepts an invitation leaves nothing behind", async () => {
    const [ada] = people;
    const organizations = await foundFifty(() => [[ada, "owner"]]);
    const invitations = await inviteTo(organizations, ada, "member");
    const outcomes = await pairs(organizations, ({ id }, number) => [
      accepting(id, number, invitations[number]!),
      { do: "delete", by: ada, organizationId: id },
    ]);
    expect(outcomes.map(([, deleted]) => deleted)).toEqual(fifty(() => "DONE"));
    for (const { id } of organizations) {
      expect(await fixture.store.organizations.find(id)).toBeNull();
      expect(await fixture.store.memberships.countByOrganization(id)).toBe(0);
    }
    for (const person of people)
      expect(await fixture.store.memberships.countByUser(person.id)).toBe(0);
    await expectNoFault(organizations);
  });

  it("a user who joins and invites in one organization at once is held up by neither", async () => {
    const [ada] = people;
    const organizations = await foundFifty(() => [[ada, "owner"]]);
    const invitations = await inviteTo(organizations, ada, "member");
    // Members already, as a user is who changed to the invited email address later.
    const admitted = await Promise.all(
      organizations.map((organization, number) =>
        fixture.admit(organization, guest(number), "admin"),
      ),
    );
    const outcomes = await pairs(admitted, ({ id: organizationId }, number) => {
      const by = guest(number);
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
        { do: "invite", by, whom: stranger(number), role: "member", organizationId },
      ];
    });
    expect(count(outcomes.flat())).toEqual({ DONE: 2 * AT_ONCE });
    for (const organization of admitted)
      expect(await rolesIn(organization)).toEqual(["admin", "owner"]);
    await expectNoFault(admitted);
  });

  it("a user who loses a role while at work is refused on the next request, in either process", async () => {
    const [ada, ben] = people;
    const organizations = await foundFifty(() => [
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
    const outcomes = await fixture.act(sequences);
    const demotions = outcomes.filter((_, sequence) => sequence % 2 === 0);
    for (const demotion of demotions) expect(demotion).toEqual(["DONE", "PERMISSION_DENIED"]);
    const late = organizations.flatMap((one) => [invite(one, "late"), invite(one, "later")]);
    expect(count(await fixture.atOnce(late))).toEqual({ PERMISSION_DENIED: late.length });
    await expectNoFault(organizations);
  });
});
