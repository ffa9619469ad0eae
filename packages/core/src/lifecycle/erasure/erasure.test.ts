import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kyselyOf } from "@acme/auth-kysely";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createSeededRandom } from "@acme/auth-testing";
import { withMembers } from "@acme/auth-testing/with-members";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createTestAuth,
  nobody as client,
  PASSWORD,
  secretOf,
  signUpVerified,
} from "../../../test/worlds.js";
import type { Caller } from "../../account/session/caller-store.js";
import { defineFeature } from "../../feature.js";
import { DAY, MINUTE } from "../../kernel/duration.js";
import { type EmailAddress, parseEmailAddress } from "../../kernel/email-address.js";
import type { ErasureEntry } from "../../kernel/erasure-entry.js";
import { type OrganizationId, toId, type UserId } from "../../kernel/ids.js";
import { silentLogger } from "../../platform/console-logger.js";
import { fileErasureLedger } from "../../platform/file-erasure-ledger.js";
import { createKeyRing } from "../../platform/key-ring.js";
import { createDigest } from "../../platform/node-digest.js";
import type { ErasureLedger } from "../../ports/erasure-ledger.js";
import type { LogFields } from "../../ports/logger.js";
import type { Contributor } from "../../store/contributor.js";

const emailOf = (name: string): EmailAddress => parseEmailAddress(`${name}@example.com`)!;
const ENTRY = /^[\w-]{8}\.[\w-]{43}$/;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "erasure-"))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Choices {
  readonly secrets?: readonly [string, ...string[]];
  readonly ledger?: ErasureLedger | null;
}

const clock = createFixedClock();

/**
 * One start of an application over the database file: closed before the file is copied or replaced.
 */
async function start({ secrets = [secretOf(7)], ledger }: Choices = {}) {
  const store = createSqliteStore(join(folder, "auth.db"));
  await store.migrate();
  const inbox = createInbox();
  const called: string[] = [];
  const errors: string[] = [];
  const notes: (readonly [event: string, fields: LogFields | undefined])[] = [];
  const refused: { id: UserId | null } = { id: null };
  const failing: { with: Error | null } = { with: null };
  const pages: (UserId | null)[] = [];
  const pieces: number[] = [];
  const contributor: Contributor = {
    section: "notes",
    export: async function* () {},
    eraseWithin: async (_tx, id) => {
      if (id === refused.id && failing.with) throw failing.with;
      if (id === refused.id) throw new Error("the notes of 'Ada' are away");
      called.push(`within ${id}`);
    },
    eraseAfter: async (id) => void called.push(`after ${id}`),
  };
  const [secret, ...previousSecrets] = secrets;
  const used =
    ledger === undefined ? fileErasureLedger(join(folder, "ledger", "erasures")) : ledger;
  const auth = createTestAuth({
    store: {
      ...store,
      users: {
        ...store.users,
        listIds: async (after, limit) => {
          pages.push(after);
          return store.users.listIds(after, limit);
        },
      },
      transaction: (work) =>
        store.transaction((tx) => {
          const insertAllUnlessKnown: typeof tx.erasures.insertAllUnlessKnown = (...given) => {
            pieces.push(given[0].length);
            return tx.erasures.insertAllUnlessKnown(...given);
          };
          return work(withMembers(tx, { erasures: { ...tx.erasures, insertAllUnlessKnown } }));
        }),
    },
    mailer: inbox,
    secret,
    previousSecrets,
    features: [defineFeature({ name: "app", contributors: [contributor] })],
    ...(used && { erasureLedger: used }),
    ports: { clock, random: createSeededRandom(++starts) },
    logger: {
      ...silentLogger,
      info: (event, fields) => void notes.push([event, fields]),
      error: (event) => void errors.push(event),
    },
  });

  const person = (name: string) => signUpVerified({ auth, inbox }, emailOf(name));
  async function erase(...people: readonly Caller[]): Promise<void> {
    for (const one of people)
      await auth.accountDeletion.request(one, { password: PASSWORD, reason: "" }, client);
    clock.advance(31 * DAY);
    await auth.worker.runDue();
  }
  async function close(): Promise<void> {
    await auth.close();
    await store.close();
  }
  const backUp = async (): Promise<void> => {
    await close();
    copyFileSync(join(folder, "auth.db"), join(folder, "backup.db"));
  };
  const isPresent = async (one: Caller): Promise<boolean> =>
    (await store.users.findById(one.user.id)) !== null;
  return {
    auth,
    store,
    inbox,
    called,
    errors,
    notes,
    refused,
    failing,
    pages,
    pieces,
    person,
    erase,
    close,
    backUp,
    isPresent,
  };
}
let starts = 0;

const lines = (): readonly string[] => {
  const file = join(folder, "ledger", "erasures");
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
};

function restore(): void {
  for (const end of ["-wal", "-shm"]) rmSync(join(folder, `auth.db${end}`), { force: true });
  copyFileSync(join(folder, "backup.db"), join(folder, "auth.db"));
}

/** Ada and Grace are in the backup; Ada is erased afterwards. */
async function eraseAfterBackup(choices: Choices = {}) {
  const before = await start(choices);
  const [ada, grace] = [await before.person("ada"), await before.person("grace")];
  await before.backUp();
  const since = await start(choices);
  await since.erase(ada);
  await since.close();
  return { ada, grace };
}

interface Founded {
  readonly slug: string;
  readonly others?: readonly (readonly [Caller, "admin" | "member"])[];
}

/** An organization of the owner, which the others have joined one after the other. */
async function found(
  { auth }: Awaited<ReturnType<typeof start>>,
  owner: Caller,
  { slug, others = [] }: Founded,
): Promise<OrganizationId> {
  const founded = { name: slug, slug, logo: null, metadata: {} };
  const { id: organizationId } = (await auth.organizations.create(owner, founded, client))
    .organization;
  const access = { organizationId, permission: "org:invitations:write" } as const;
  const granted = await auth.accessControl.authorizeIn(owner, access, client);
  for (const [invited, role] of others) {
    const invitation = { email: invited.user.email, role };
    const { id } = await auth.invitations.invite(granted, invitation, client);
    await auth.invitations.accept(invited, { id }, client);
    clock.advance(MINUTE);
  }
  return organizationId;
}

describe("the ledger of erasures", () => {
  it("lists an erasure after its commit, under a pseudonym", async () => {
    const { auth, person, erase, close } = await start();
    const ada = await person("ada");
    expect(lines()).toEqual([]);
    await erase(ada);
    expect(lines()).toEqual([expect.stringMatching(ENTRY)]);
    expect(lines().join()).not.toContain(ada.user.id);
    expect(await auth.erasures.check()).toEqual({
      state: "clear",
      entries: 1,
      unreadable: 0,
      restored: 0,
      unlisted: 0,
      missingKeys: [],
    });
    await close();
  });

  it("is read by no one and written by no one while none is configured", async () => {
    const { auth, store, person, erase, close } = await start({ ledger: null });
    await erase(await person("ada"));
    expect(await store.erasures.list(null, 10)).toEqual([]);
    expect((await auth.erasures.check()).state).toBe("off");
    expect((await auth.erasures.replay()).erased).toBe(0);
    await close();
  });

  it("gets an entry that could not be written when it can be, within three days", async () => {
    const entries: ErasureEntry[] = [];
    let isFull = true;
    const ledger: ErasureLedger = {
      append: async (entry) => {
        if (isFull) throw new Error("the disk is full");
        entries.push(entry);
      },
      list: async function* () {
        yield* entries;
      },
    };
    const { auth, person, erase, isPresent, close } = await start({ ledger });
    const ada = await person("ada");
    await erase(ada);
    expect(await isPresent(ada)).toBe(false);
    for (let hour = 0; hour < 30; hour++) {
      clock.advance(60 * MINUTE);
      await auth.worker.runDue();
    }
    expect(await auth.erasures.check()).toMatchObject({ state: "clear", entries: 0, unlisted: 1 });
    isFull = false;
    clock.advance(DAY);
    await auth.worker.runDue();
    expect(await auth.erasures.check()).toMatchObject({ entries: 1, unlisted: 0 });
    await close();
  });

  it("keeps the job of a process to which no ledger is configured", async () => {
    const { store, person, close } = await start();
    const ada = await person("ada");
    const entry = "keyidkey.1234567890123456789012345678901234567890123";
    await store.jobs.enqueue({
      id: toId("0190cbb1-6f3b-7000-8000-000000000001"),
      kind: "append-erasure",
      subject: entry,
      payload: null,
      attempts: 0,
      nextAttemptAt: clock.now(),
      createdAt: clock.now(),
    });
    await close();
    const without = await start({ ledger: null });
    await without.auth.worker.runDue();
    expect(await without.auth.worker.backlog()).toMatchObject({ jobs: { queued: 1, dead: 0 } });
    await without.close();
    expect(ada.user.email).toBe(emailOf("ada"));
  });
});

describe("a restored backup", () => {
  it("is noticed, and erased users are erased once more by the same contributors, without a mail", async () => {
    const { ada, grace } = await eraseAfterBackup();
    restore();
    const restored = await start();
    expect(await restored.auth.erasures.check()).toMatchObject({ state: "restored", restored: 1 });
    expect(await restored.auth.erasures.check()).toMatchObject({ state: "restored", restored: 1 });
    const progress: string[] = [];
    const replay = await restored.auth.erasures.replay((done, total) =>
      progress.push(`${done}/${total}`),
    );
    expect(replay).toMatchObject({ erased: 1, appended: 0, missingKeys: [] });
    expect(progress).toEqual(["1/1"]);
    expect(restored.notes.at(-1)).toEqual(["erasures_replayed", { erased: 1, appended: 0 }]);
    expect(await restored.auth.erasures.check()).toMatchObject({ state: "clear", entries: 1 });
    expect(await restored.auth.erasures.replay()).toMatchObject({ erased: 0, appended: 0 });
    await restored.auth.worker.runDue();
    expect(restored.called).toEqual([`within ${ada.user.id}`, `after ${ada.user.id}`]);
    expect(restored.inbox.mails).toEqual([]);
    expect([await restored.isPresent(ada), await restored.isPresent(grace)]).toEqual([false, true]);
    expect(lines()).toHaveLength(1);
    await restored.close();
  });

  it("in which the deletion is pending leaves one tombstone and no work", async () => {
    const before = await start();
    const ada = await before.person("ada");
    const { id } = await before.auth.accountDeletion.request(
      ada,
      { password: PASSWORD, reason: "" },
      client,
    );
    await before.backUp();
    clock.advance(31 * DAY);
    const since = await start();
    await since.auth.worker.runDue();
    await since.close();
    expect(lines()).toHaveLength(1);
    restore();
    const restored = await start();
    await restored.auth.erasures.replay();
    expect(await restored.store.deletionRequests.find(id)).toMatchObject({
      status: "completed",
      userId: null,
    });
    await restored.auth.worker.runDue();
    expect(restored.errors).toEqual([]);
    expect((await restored.auth.worker.backlog()).jobs).toMatchObject({ queued: 0, dead: 0 });
    expect(lines()).toHaveLength(1);
    await restored.close();
  });

  it("of which no erased user is left is acknowledged, and no user is looked at any more", async () => {
    const { ada } = await eraseAfterBackup();
    const other = await start();
    await other.close();
    rmSync(join(folder, "auth.db"));
    const empty = await start();
    expect(await empty.auth.erasures.check()).toMatchObject({ state: "clear", entries: 1 });
    expect(empty.pages).toEqual([null]);
    expect(await empty.auth.erasures.check()).toMatchObject({ state: "clear", entries: 1 });
    expect(empty.pages).toEqual([null]);
    expect(await empty.isPresent(ada)).toBe(false);
    await empty.close();
  });

  it("is compared by the secret of each entry, and one that is not configured is named", async () => {
    await eraseAfterBackup();
    const [entry = ""] = lines();
    restore();
    const rotated = await start({ secrets: [secretOf(8)] });
    const missing = { missingKeys: [entry.slice(0, 8)] };
    expect(await rotated.auth.erasures.check()).toMatchObject({
      state: "keys_missing",
      ...missing,
    });
    expect(await rotated.auth.erasures.replay()).toMatchObject({ erased: 0, ...missing });
    expect(await rotated.auth.erasures.check()).toMatchObject({ state: "keys_missing" });
    await rotated.close();
    const both = await start({ secrets: [secretOf(8), secretOf(7)] });
    expect(await both.auth.erasures.replay()).toMatchObject({ erased: 1, missingKeys: [] });
    await both.close();
    const later = await start({ secrets: [secretOf(8)] });
    expect(await later.auth.erasures.check()).toMatchObject({ state: "clear", entries: 1 });
    await later.close();
  });

  it("gives organizations that an erased user owned alone to the admin who joined first, and deletes the others", async () => {
    const before = await start();
    const [ada, grace, linus] = [
      await before.person("ada"),
      await before.person("grace"),
      await before.person("linus"),
    ];
    const shared = await found(before, ada, {
      slug: "shared",
      others: [
        [grace, "member"],
        [linus, "admin"],
      ],
    });
    const alone = await found(before, ada, { slug: "alone" });
    await before.auth.worker.runDue();
    await before.backUp();
    const since = await start();
    for (const organization of [shared, alone])
      await since.store.organizations.delete(organization);
    await since.erase(ada);
    await since.close();
    restore();
    const restored = await start();
    expect(await restored.auth.erasures.replay()).toMatchObject({
      erased: 1,
      organizationsGiven: [shared],
      organizationsDeleted: [alone],
    });
    const owners = await restored.store.memberships.listOwners(shared);
    expect(owners.map(({ id }) => id)).toEqual([linus.user.id]);
    expect(await restored.store.organizations.find(alone)).toBeNull();
    await restored.auth.worker.runDue();
    expect(restored.inbox.mails.map(({ to }) => to)).toEqual([linus.user.email]);
    await restored.close();
  });

  it("gives no organization to another user who is erased again, and tells them nothing", async () => {
    const before = await start();
    const [ada, grace, linus] = [
      await before.person("ada"),
      await before.person("grace"),
      await before.person("linus"),
    ];
    const both = await found(before, ada, { slug: "both", others: [[grace, "admin"]] });
    const all = await found(before, ada, {
      slug: "all",
      others: [
        [grace, "admin"],
        [linus, "member"],
      ],
    });
    await before.auth.worker.runDue();
    await before.backUp();
    const since = await start();
    for (const organization of [both, all]) await since.store.organizations.delete(organization);
    await since.erase(ada, grace);
    await since.close();
    restore();
    const restored = await start();
    expect(await restored.auth.erasures.replay()).toMatchObject({
      erased: 2,
      organizationsGiven: [all],
      organizationsDeleted: [both],
    });
    await restored.auth.worker.runDue();
    expect(restored.inbox.mails.map(({ to }) => to)).toEqual([linus.user.email]);
    await restored.close();
  });

  it("gives an organization to one who waits for deletion or is suspended only when there is no other", async () => {
    const before = await start();
    const [ada, grace, linus, alan] = [
      await before.person("ada"),
      await before.person("grace"),
      await before.person("linus"),
      await before.person("alan"),
    ];
    const some = await found(before, ada, {
      slug: "some",
      others: [
        [grace, "admin"],
        [linus, "member"],
        [alan, "member"],
      ],
    });
    const one = await found(before, ada, { slug: "one", others: [[grace, "member"]] });
    await before.auth.users.suspend(linus.user.id, { operator: "jane@support" });
    await before.auth.worker.runDue();
    await before.backUp();
    const since = await start();
    for (const organization of [some, one]) await since.store.organizations.delete(organization);
    await since.erase(ada);
    await since.close();
    restore();
    const restored = await start();
    await restored.auth.users.startDeletion(grace.user.id, { operator: "jane@support" });
    await restored.auth.erasures.replay();
    const ownersOf = async (id: OrganizationId) =>
      (await restored.store.memberships.listOwners(id)).map((owner) => owner.id);
    expect(await ownersOf(some)).toEqual([alan.user.id]);
    expect(await ownersOf(one)).toEqual([grace.user.id]);
    await restored.close();
  });

  it("of which one user cannot be erased is rid of the others, and a later replay erases the rest", async () => {
    const before = await start();
    const people = [await before.person("ada"), await before.person("grace")];
    await before.backUp();
    const since = await start();
    await since.erase(...people);
    await since.close();
    // Each of the two once as the user whose erasure fails.
    for (const { user } of people) {
      restore();
      const restored = await start();
      restored.refused.id = user.id;
      const progress: string[] = [];
      await expect(
        restored.auth.erasures.replay((done, total) => progress.push(`${done}/${total}`)),
      ).rejects.toThrow(
        /^1 of 2 users could not be erased again, and 1 were\. .*\[value\] are away$/,
      );
      expect(progress).toEqual(["1/2"]);
      expect(await restored.auth.erasures.check()).toMatchObject({ restored: 1 });
      restored.refused.id = null;
      expect(await restored.auth.erasures.replay()).toMatchObject({ erased: 1 });
      expect((await restored.auth.erasures.check()).state).toBe("clear");
      await restored.close();
    }
  });

  it("is not noticed by the rest of an interrupted write, which is counted", async () => {
    await eraseAfterBackup();
    appendFileSync(join(folder, "ledger", "erasures"), "keyidkey.123456");
    const { auth, close, person, erase } = await start();
    expect(await auth.erasures.check()).toMatchObject({ entries: 1, unreadable: 1 });
    await erase(await person("linus"));
    expect(await auth.erasures.check()).toMatchObject({ entries: 2, unreadable: 1 });
    await close();
  });
});

it("a ledger that lacks erasures of the database is given them by a replay", async () => {
  await eraseAfterBackup();
  const [entry] = lines();
  rmSync(join(folder, "ledger"), { recursive: true });
  const { auth, close } = await start();
  expect(await auth.erasures.check()).toMatchObject({ state: "clear", entries: 0, unlisted: 1 });
  expect(await auth.erasures.replay()).toMatchObject({ erased: 0, appended: 1 });
  expect(lines()).toEqual([entry]);
  expect(await auth.erasures.check()).toMatchObject({ entries: 1, unlisted: 0 });
  await close();
});

it("nothing is compared or erased while no ledger is configured", async () => {
  const { auth, close } = await start({ ledger: null });
  expect(await auth.erasures.check()).toEqual({
    state: "off",
    entries: 0,
    unreadable: 0,
    restored: 0,
    unlisted: 0,
    missingKeys: [],
  });
  expect(await auth.erasures.replay()).toEqual({
    erased: 0,
    appended: 0,
    organizationsGiven: [],
    organizationsDeleted: [],
    missingKeys: [],
  });
  await close();
});

it("a replay ends at once with the failure of a database that is out of reach", async () => {
  const before = await start();
  const people = [await before.person("ada"), await before.person("grace")];
  await before.backUp();
  const since = await start();
  await since.erase(...people);
  await since.close();
  restore();
  const restored = await start();
  const away = Object.assign(new Error("out of reach"), { code: "STORE_UNAVAILABLE" });
  restored.refused.id = people[0]!.user.id;
  restored.failing.with = away;
  const progress: string[] = [];
  await expect(
    restored.auth.erasures.replay((done, total) => progress.push(`${done}/${total}`)),
  ).rejects.toBe(away);
  expect(await restored.auth.erasures.check()).toMatchObject({ state: "restored" });
  expect(restored.notes.map(([event]) => event)).not.toContain("erasures_replayed");
  await restored.close();
});

it("the entries of users who are absent are stored in pieces of 500, each once", async () => {
  const digest = createDigest(createKeyRing([secretOf(7)]));
  const entries = Array.from({ length: 1_000 }, (_, number) =>
    digest.erasureEntry(toId<UserId>(`absent-${number}`)),
  );
  const ledger: ErasureLedger = {
    append: () => Promise.resolve(),
    list: async function* () {
      yield* entries;
    },
  };
  const { auth, pieces, close } = await start({ ledger });
  expect(await auth.erasures.check()).toMatchObject({ state: "clear", entries: 1_000 });
  expect(pieces).toEqual([500, 500]);
  await close();
});

it("the tombstone of an erasure that is repeated gives no reason, for the backup knows none", async () => {
  await eraseAfterBackup();
  restore();
  const { auth, store, close } = await start();
  await auth.erasures.replay();
  const tombstones = await store.transaction((tx) =>
    kyselyOf(tx)
      .withTables<{
        auth_deletion_request: { status: string; user_id: string | null; reason: string };
      }>()
      .selectFrom("auth_deletion_request")
      .select(["status", "user_id", "reason"])
      .execute(),
  );
  expect(tombstones).toEqual([{ status: "completed", user_id: null, reason: "" }]);
  await close();
});
