import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createSeededRandom } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestAuth, nobody, PASSWORD, signUpVerified } from "../../../test/worlds.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { Auth } from "../../auth.js";
import { ContributorMissingError } from "../../background/jobs/named-contributors.js";
import { defineFeature } from "../../feature.js";
import { DAY, MINUTE } from "../../kernel/duration.js";
import { type EmailAddress, parseEmailAddress } from "../../kernel/email-address.js";
import { type JobId, type LeaseToken, toId } from "../../kernel/ids.js";
import { silentLogger } from "../../platform/console-logger.js";
import type { Contributor } from "../../store/contributor.js";
import type { Store } from "../../store/store.js";

const addressOf = (name: string): EmailAddress => parseEmailAddress(`${name}@example.com`)!;

interface Choices {
  readonly contributors?: readonly Contributor[];
  readonly wrap?: (store: Store) => Store;
}

async function openWorld({ contributors = [], wrap = (store) => store }: Choices = {}) {
  const store = await openMemoryStore();
  const [clock, random, inbox] = [createFixedClock(), createSeededRandom(), createInbox()];
  const errors: (readonly [event: string, cause: unknown])[] = [];
  const notes: string[] = [];
  const service = (more: readonly Contributor[] = []): Auth =>
    createTestAuth({
      store: wrap(store),
      mailer: inbox,
      features: [defineFeature({ name: "app", contributors: more })],
      policy: { blankBatch: 10 },
      ports: { clock, random },
      logger: {
        ...silentLogger,
        info: (event) => void notes.push(event),
        error: (event, _fields, cause) => void errors.push([event, cause]),
      },
    });
  const auth = service(contributors);

  /** A user with a password and a verified email address. */
  const person = (name: string) => signUpVerified({ auth, inbox }, addressOf(name));
  async function ownedTogether(slug: string, one: Caller, other: Caller): Promise<void> {
    const input = { name: slug, slug, logo: null, metadata: {} };
    const { organization } = await auth.organizations.create(one, input, nobody);
    const granted = await auth.accessControl.authorizeIn(
      one,
      { organizationId: organization.id, permission: "org:invitations:write" },
      nobody,
    );
    const invited = { email: other.user.email, role: "owner" } as const;
    const { id } = await auth.invitations.invite(granted, invited, nobody);
    await auth.invitations.accept(other, { id }, nobody);
    await auth.worker.runDue();
  }
  const requestDeletion = (caller: Caller) =>
    auth.accountDeletion.request(caller, { password: PASSWORD, reason: "" }, nobody);
  const subjectsTo = (name: string) =>
    inbox.mails.filter(({ to }) => to === addressOf(name)).map(({ subject }) => subject);
  return {
    store,
    auth,
    clock,
    errors,
    notes,
    service,
    person,
    ownedTogether,
    requestDeletion,
    subjectsTo,
    inbox,
  };
}

describe("when an account ends", () => {
  it("its co-owners are told once, however many organizations they owned together, and its user is not", async () => {
    const world = await openWorld();
    const [ada, grace] = [await world.person("ada"), await world.person("grace")];
    await world.ownedTogether("engines", ada, grace);
    await world.ownedTogether("compilers", grace, ada);
    await world.requestDeletion(ada);
    await world.auth.worker.runDue();
    const before = { ada: world.subjectsTo("ada").length, grace: world.subjectsTo("grace").length };
    world.clock.advance(40 * DAY);
    await world.auth.worker.runDue();
    await world.auth.worker.runDue();
    expect(world.subjectsTo("ada").slice(before.ada)).toEqual(["Your Acme account was deleted"]);
    expect(world.subjectsTo("grace").slice(before.grace)).toHaveLength(1);
  });

  it("the user's own activity says that they cancelled it", async () => {
    const world = await openWorld();
    const ada = await world.person("ada");
    const { id } = await world.requestDeletion(ada);
    await world.auth.accountDeletion.cancel(ada, nobody);
    const { entries } = await world.auth.auditLog.activity(ada, { after: null, limit: 10 });
    expect(entries.find(({ event }) => event === "deletion.cancelled")?.detail).toEqual({
      requestId: id,
      because: "cancelled",
    });
  });

  it("mails name the operator who began or cancelled it, and else the user who was signed in", async () => {
    const { auth, inbox, person, requestDeletion } = await openWorld();
    const ada = await person("ada");
    const own = "By: Someone signed in to your account";
    const lastMail = async () => {
      await auth.worker.runDue();
      const { subject, text } = inbox.last(addressOf("ada"));
      const actor = /^By: .*$/m.exec(text)?.[0];
      return [subject, actor];
    };
    await requestDeletion(ada);
    expect(await lastMail()).toEqual(["Your Acme account will be deleted", own]);
    await auth.accountDeletion.cancel(ada, nobody);
    expect(await lastMail()).toEqual(["Your Acme account stays", own]);
    const operator = { operator: "jane@support" };
    await auth.users.startDeletion(ada.user.id, operator);
    expect(await lastMail()).toEqual(["Your Acme account will be deleted", "By: The operator"]);
    await auth.users.cancelDeletion(ada.user.id, operator);
    expect(await lastMail()).toEqual(["Your Acme account stays", "By: The operator"]);
  });

  it("an operator who removes its job cancels it, and with the job of an earlier request none", async () => {
    const { auth, store, clock, person, requestDeletion } = await openWorld();
    const ada = await person("ada");
    const earlier = await requestDeletion(ada);
    await auth.accountDeletion.cancel(ada, nobody);
    const { id } = await requestDeletion(ada);
    const now = clock.now();
    const left = toId<JobId>("01890000-0000-7000-8000-000000000000");
    await store.jobs.enqueue({
      id: left,
      kind: "delete-account",
      subject: earlier.id,
      payload: null,
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
    });
    expect(await auth.worker.remove("jobs", left)).toBe("removed");
    expect(await auth.accountDeletion.findPending(ada)).toMatchObject({ id });
    const [job] = await auth.worker.listQueued("jobs");
    expect(await auth.worker.remove("jobs", job!.id)).toBe("removed");
    expect(await auth.accountDeletion.findPending(ada)).toBeNull();
  });

  it("what a contributor holds elsewhere is reported when no contributor of that name is left", async () => {
    const notes: Contributor = {
      section: "notes",
      export: async function* () {},
      eraseWithin: () => Promise.resolve(),
      eraseAfter: () => Promise.reject(new Error("the bucket is away")),
    };
    const world = await openWorld({ contributors: [notes] });
    await world.requestDeletion(await world.person("ada"));
    world.clock.advance(40 * DAY);
    await world.auth.worker.runDue();
    const without = world.service();
    for (let attempt = 0; attempt < 5; attempt++) {
      world.clock.advance(DAY);
      await without.worker.runDue();
    }
    const missing = new ContributorMissingError("notes");
    expect(world.errors).toEqual([
      ...Array.from({ length: 4 }, () => ["contributor_missing", undefined]),
      ["job_dead", missing],
    ]);
  });

  it("a long history is blanked in batches, each contributor erases its own, and nothing is done twice", async () => {
    const erased: string[] = [];
    const contributorOf = (section: string): Contributor => ({
      section,
      export: async function* () {},
      eraseWithin: () => Promise.resolve(),
      eraseAfter: async (id) => void erased.push(`${section} ${id}`),
    });
    const contributors = [contributorOf("notes"), contributorOf("bills")];
    const world = await openWorld({ contributors });
    const ada = await world.person("ada");
    for (let turn = 0; turn < 25; turn++) {
      const change = { name: `Ada ${turn}` };
      await world.auth.profiles.update(ada, change, { ...nobody, ipAddress: "192.0.2.9" });
      // Equal changes are entered once in ten minutes.
      world.clock.advance(10 * MINUTE);
    }
    expect((await world.store.audit.listByUser(ada.user.id, null, 100)).length).toBeGreaterThan(25);
    await world.requestDeletion(ada);
    world.clock.advance(40 * DAY);
    await world.auth.worker.runDue();
    expect(erased.toSorted()).toEqual([`bills ${ada.user.id}`, `notes ${ada.user.id}`]);
    expect(await world.store.audit.listByUser(ada.user.id, null, 100)).toEqual([]);
    expect(await world.auth.worker.listQueued("jobs")).toEqual([]);
    expect(world.errors).toEqual([]);
    expect(world.notes).not.toContain("job_lost");
  });

  it("a deletion whose lease has passed to another worker is no failure", async () => {
    let steal: (() => Promise<void>) | null = null;
    const world = await openWorld({
      wrap: (store) => ({
        ...store,
        deletionRequests: {
          ...store.deletionRequests,
          find: async (id) => {
            await steal?.();
            return store.deletionRequests.find(id);
          },
        },
      }),
    });
    const ada = await world.person("ada");
    await world.requestDeletion(ada);
    world.clock.advance(40 * DAY);
    steal = async () => {
      steal = null;
      const { clock, auth } = world;
      clock.advance(auth.policy.workerLease);
      const end = new Date(clock.now().getTime() + auth.policy.workerLease);
      expect(
        await world.store.jobs.claimDue(clock.now(), 9, toId<LeaseToken>("thief"), end),
      ).toHaveLength(1);
    };
    await world.auth.worker.runDue();
    expect(steal).toBeNull();
    expect(world.errors).toEqual([]);
    expect(await world.auth.accountDeletion.findPending(ada)).toMatchObject({ errorCode: null });
  });
});
