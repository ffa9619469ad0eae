import {
  type EmailAddress,
  type InvitationId,
  type OrganizationId,
  parseEmailAddress,
  type Role,
} from "@acme/auth-core";
import { expect } from "vitest";
import type { DatabaseName } from "../service.js";
import { type Fixture, type Founded, openFixture, type Roles } from "./fixture.js";
import type { Operation, Outcome, Person, Sequence } from "./operations.js";

export const AT_ONCE = 50;
export const PEOPLE = 12;

/** As many as race at once of whatever `make` makes. */
export const many = <T>(make: (number: number) => T): readonly T[] =>
  Array.from({ length: AT_ONCE }, (_, number) => make(number));

/**
 * In what order both sides of each pair are done. Every second sequence goes to the other process,
 * so of four pairs two meet across processes, which do not keep step with each other, and two
 * within one, on neighbouring connections.
 */
const SEATS: readonly (readonly [number, 0 | 1])[] = many((number) => number)
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

export const count = (outcomes: readonly Outcome[]): Readonly<Record<Outcome, number>> => {
  const counts: Record<Outcome, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

/** Two processes over one database, and what races in them. */
export interface Races {
  readonly fixture: Fixture;
  readonly people: readonly [Person, Person, Person, ...Person[]];
  guest(number: number): Person;
  stranger(number: number): { readonly email: EmailAddress };
  foundMany(roles: (number: number) => Roles): Promise<readonly Founded[]>;
  /** Does two operations in each organization at once. Returns what came of each pair. */
  pairs(
    organizations: readonly Founded[],
    make: (
      founded: Founded,
      number: number,
    ) => readonly [Operation | Sequence, Operation | Sequence],
  ): Promise<readonly (readonly Outcome[])[]>;
  expectNoFault(organizations: readonly Founded[]): Promise<void>;
  rolesIn(organization: Founded): Promise<readonly Role[]>;
  /** Invites a guest to each organization. Returns the invitations. */
  inviteTo(
    organizations: readonly Founded[],
    by: Person,
    role: Role,
  ): Promise<readonly InvitationId[]>;
  /**
   * Every second guest first tries to leave, in vain, and so comes to accept when others are ahead.
   */
  accepting(organizationId: OrganizationId, number: number, invitationId: InvitationId): Sequence;
}

/** Starts both processes over a database of their own. */
export async function openRaces(database: DatabaseName): Promise<Races> {
  const fixture = await openFixture(database, PEOPLE);
  const people = fixture.people as Races["people"];

  const guest = (number: number): Person => people[3 + (number % (PEOPLE - 3))]!;
  const stranger = (number: number) => ({
    email: parseEmailAddress(`stranger${number}@example.com`)!,
  });
  const foundMany = (roles: (number: number) => Roles): Promise<readonly Founded[]> =>
    Promise.all(many((number) => fixture.found(roles(number))));

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

  return {
    fixture,
    people,
    guest,
    stranger,
    foundMany,
    pairs,
    expectNoFault,
    rolesIn,
    inviteTo,
    accepting,
  };
}
