import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Client,
  createAuth,
  type Membership,
  type MembershipId,
  type OrganizationId,
  parseEmailAddress,
  type Role,
  Secret,
  type UserId,
} from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { kyselyOf } from "@acme/auth-kysely";
import { asChecked, createInbox } from "@acme/auth-testing";
import { bundleProgram } from "../processes/bundle-program.js";
import type { Done } from "../processes/organization-service.js";
import { startProgram } from "../processes/start-process.js";
import { type DatabaseName, openStore, SECRET, type TestStore } from "../service.js";
import { openMembershipLog } from "./membership-log.js";
import {
  isExpected,
  type Operation,
  type Outcome,
  type Person,
  type Sequence,
} from "./operations.js";
import { replay, type Standing, type Standings } from "./replay.js";

const PROCESSES = 2;
const MOST_MEMBERS = 1_000;

/** An organization with the people it began with. */
export interface Founded {
  readonly id: OrganizationId;
  readonly founders: Standings;
}

export type Roles = readonly (readonly [Person, Role])[];

/**
 * A database, people who have signed in, and two processes that serve it with several connections
 * each.
 */
export interface Fixture {
  readonly store: TestStore;
  readonly people: readonly Person[];
  found(roles: Roles): Promise<Founded>;
  /** The organization with one more member, whom its log says nothing of. */
  admit(organization: Founded, whom: Person, role: Role): Promise<Founded>;
  /**
   * Does all sequences at once, every second one in another process; what came of each operation.
   * Rejects when an answer was none that a race may bring.
   */
  act(sequences: readonly Sequence[]): Promise<readonly (readonly Outcome[])[]>;
  /** The same for operations that wait for none. */
  atOnce(operations: readonly Operation[]): Promise<readonly Outcome[]>;
  /** Where the organization's log breaks a rule, or does not lead to the members that it has. */
  faultsOf(organization: Founded): Promise<readonly string[]>;
  /** Who belongs to the organization as what. */
  standingsOf(id: OrganizationId): Promise<Standings>;
  /** Gives every budget back: the processes go by the real time. */
  giveBudgetsBack(): Promise<void>;
  /** Removes every organization that anybody belongs to, and gives every budget back. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const { links } = createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" });
const client: Client = {
  ipAddress: null,
  network: "unknown",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

export async function openFixture(database: DatabaseName, headcount: number): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), "organizations-"));
  const inbox = createInbox();
  const { store, location } = await openStore(
    database,
    database === "sqlite" ? join(folder, "auth.db") : undefined,
  );
  await store.migrate();
  const log = await openMembershipLog(location);
  const auth = createAuth({ store, links, secret: SECRET, mailer: inbox });
  const bundle = await bundleProgram("organization-service");
  const programs = await Promise.all(
    Array.from({ length: PROCESSES }, () => startProgram(bundle, { LOCATION: location, SECRET })),
  );
  const people: Person[] = [];
  for (let number = 1; number <= headcount; number++)
    people.push(await signIn(`person${number}@example.com`));
  let founded = 0;

  async function signIn(text: string): Promise<Person> {
    const email = parseEmailAddress(text)!;
    await auth.emailOtp.send(email, "sign-in", client);
    await auth.worker.runDue();
    const { user, token } = await auth.emailOtp.signIn(
      { email, otp: new Secret(inbox.codeFor(email)) },
      client,
    );
    return { id: user.id, email, session: token.reveal() };
  }

  async function found(roles: Roles): Promise<Founded> {
    const id = auth.random.id<OrganizationId>();
    const now = auth.clock.now();
    const slug = `organization-${++founded}`;
    const members = roles.map(([{ id: userId }, role]) => membership(id, userId, role));
    await store.transaction(async (tx) => {
      await tx.organizations.insertUnlessTaken(
        asChecked({
          id,
          slug,
          name: slug,
          logo: null,
          metadata: {},
          requireSecondFactor: false,
          createdAt: now,
          updatedAt: now,
        }),
      );
      for (const member of members) await tx.memberships.insertUnlessMember(member);
    });
    return { id, founders: new Map(members.map((member) => [member.id, member])) };
  }

  async function admit({ id, founders }: Founded, whom: Person, role: Role): Promise<Founded> {
    const member = membership(id, whom.id, role);
    await store.memberships.insertUnlessMember(member);
    return { id, founders: new Map([...founders, [member.id, member]]) };
  }

  const membership = (organizationId: OrganizationId, userId: UserId, role: Role): Membership => ({
    id: auth.random.id<MembershipId>(),
    createdAt: auth.clock.now(),
    organizationId,
    userId,
    role,
  });

  async function act(sequences: readonly Sequence[]): Promise<readonly (readonly Outcome[])[]> {
    const done = await Promise.all(
      programs.map((program, turn) =>
        program.ask<Done>({
          sequences: sequences.filter((_, index) => index % PROCESSES === turn),
        }),
      ),
    );
    const outcomes = sequences.map(
      (_, index) => done[index % PROCESSES]!.outcomes[Math.floor(index / PROCESSES)]!,
    );
    const answers = sequences.flatMap((sequence, at) =>
      sequence.map((operation, index) => ({ operation, outcome: outcomes[at]![index]! })),
    );
    const wrong = answers
      .filter(({ operation, outcome }) => !isExpected(operation, outcome))
      .map(({ operation, outcome }) => `${operation.do}: ${outcome}`);
    const breaches = done.flatMap((one) => one.breaches);
    if (wrong.length + breaches.length > 0) throw new Error([...wrong, ...breaches].join("\n"));
    return outcomes;
  }

  async function standingsOf(id: OrganizationId): Promise<Standings> {
    const members = await store.memberships.listMembers(id, null, MOST_MEMBERS);
    return new Map(members.map(({ id, userId, role }) => [id, { userId, role }]));
  }

  async function faultsOf({ id, founders }: Founded): Promise<readonly string[]> {
    const { standings, isDeleted, faults } = replay(founders, await log.entriesOf(id));
    const exists = (await store.organizations.find(id)) !== null;
    const table = await standingsOf(id);
    const pending = exists ? 0 : (await store.invitations.listByOrganization(id, 1)).length;
    return [
      ...faults,
      ...(exists === isDeleted
        ? [`the organization ${exists ? "is there" : "is gone"}, and the log says otherwise`]
        : []),
      ...(inWords(table) === inWords(standings)
        ? []
        : [`the members are ${inWords(table)}, and the log says ${inWords(standings)}`]),
      ...(exists && ![...table.values()].some(({ role }) => role === "owner")
        ? ["nobody owns it"]
        : []),
      ...(pending > 0 ? ["an invitation outlived it"] : []),
    ];
  }

  async function giveBudgetsBack(): Promise<void> {
    await store.transaction((tx) =>
      kyselyOf(tx).withTables<{ auth_counter: object }>().deleteFrom("auth_counter").execute(),
    );
  }

  return {
    store,
    people,
    found,
    admit,
    act,
    standingsOf,
    faultsOf,
    giveBudgetsBack,
    atOnce: async (operations) =>
      (await act(operations.map((operation) => [operation]))).map(([outcome]) => outcome!),
    async clear() {
      const theirs = await Promise.all(people.map(({ id }) => store.organizations.listByUser(id)));
      const ids = new Set(theirs.flat().map(({ organization }) => organization.id));
      for (const id of ids) await store.organizations.delete(id);
      await giveBudgetsBack();
    },
    async close() {
      await Promise.all(programs.map((program) => program.kill()));
      await log.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const inWords = (standings: Standings): string =>
  [...standings]
    .map(([id, { userId, role }]: readonly [string, Standing]) => `${id} (${userId}, ${role})`)
    .sort()
    .join(", ") || "nobody";
