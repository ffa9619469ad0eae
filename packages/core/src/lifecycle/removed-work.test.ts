import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createTestAuth, nobody as client, PASSWORD, signUpVerified } from "../../test/worlds.js";
import { defineFeature } from "../feature.js";
import { DAY, MINUTE } from "../kernel/duration.js";
import { parseEmailAddress } from "../kernel/email-address.js";
import { type JobId, type LeaseToken, toId } from "../kernel/ids.js";
import type { Contributor } from "../store/contributor.js";

const ada = parseEmailAddress("ada@example.com")!;

/**
 * One user, verified and signed in, and a contributor whose part of every deletion and export fails
 * for as long as `broken` says so.
 */
async function openWorld(acceptLanguage = "en") {
  const store = await openMemoryStore();
  const [clock, inbox, notes] = [createFixedClock(), createInbox(), { broken: true }];
  const contributor: Contributor = {
    section: "notes",
    export: async function* () {
      if (notes.broken) throw new Error("the notes are away");
      yield {};
    },
    eraseWithin: () =>
      notes.broken ? Promise.reject(new Error("the notes are away")) : Promise.resolve(),
    eraseAfter: () => Promise.resolve(),
  };
  const auth = createTestAuth({
    store,
    mailer: inbox,
    features: [defineFeature({ name: "app", contributors: [contributor] })],
    policy: { deletionAttempts: 1, jobAttempts: 1 },
    ports: { clock },
  });
  const caller = await signUpVerified({ auth, inbox }, ada, { ...client, acceptLanguage });
  const subjects = () => inbox.mails.map(({ subject }) => subject);
  return { store, auth, clock, notes, inbox, caller, subjects };
}

it("a deletion that is dead is found, tried again and carried out", async () => {
  const { auth, clock, notes, caller } = await openWorld();
  const { id } = await auth.accountDeletion.request(
    caller,
    { password: PASSWORD, reason: "" },
    client,
  );
  clock.advance(31 * DAY);
  await auth.worker.runDue();
  const [dead] = await auth.worker.listDead("jobs");
  expect(dead).toMatchObject({ kind: "delete-account", subject: id, attempts: 1 });
  notes.broken = false;
  expect(await auth.worker.retryDead("jobs", dead!.id)).toBe(true);
  await auth.worker.runDue();
  expect(await auth.worker.listDead("jobs")).toEqual([]);
  expect(await auth.accountDeletion.findPending(caller)).toBeNull();
});

it("removing the job of a deletion cancels the deletion, and the user is told", async () => {
  const { auth, inbox, caller, subjects } = await openWorld();
  const { id } = await auth.accountDeletion.request(
    caller,
    { password: PASSWORD, reason: "" },
    client,
  );
  const [waiting] = await auth.worker.listQueued("jobs");
  expect(waiting).toMatchObject({ kind: "delete-account", subject: id });
  expect(await auth.worker.remove("jobs", waiting!.id)).toBe("removed");
  expect(await auth.accountDeletion.findPending(caller)).toBeNull();
  expect(await auth.worker.listQueued("jobs")).toEqual([]);
  const { entries } = await auth.auditLog.activity(caller, { after: null, limit: 10 });
  expect(entries.find(({ event }) => event === "deletion.cancelled")?.detail).toEqual({
    requestId: id,
    because: "operator",
  });
  await auth.worker.runDue();
  expect(subjects().at(-1)).toBe("Your Acme account stays");
  expect(inbox.last(ada).text).toContain("The operator");
  expect(
    (await auth.accountDeletion.request(caller, { password: PASSWORD, reason: "" }, client)).id,
  ).not.toBe(id);
});

it("removing the dead job of an export fails the export, and the user may ask for another", async () => {
  const { store, auth, clock, caller, subjects } = await openWorld();
  const { id } = await auth.dataExport.request(caller, client);
  const [waiting] = await auth.worker.listQueued("jobs");
  await store.jobs.claimDue(clock.now(), 1, toId<LeaseToken>("gone"), clock.now());
  await store.jobs.bury(toId(waiting!.id), toId<LeaseToken>("gone"));
  expect(await auth.worker.remove("jobs", waiting!.id)).toBe("removed");
  expect(await auth.dataExport.find(caller, id)).toMatchObject({
    request: { status: "failed" },
  });
  await auth.worker.runDue();
  expect(subjects().at(-1)).toBe("Your Acme data could not be exported");
  await auth.dataExport.request(caller, client);
});

it("removing a job tells its user in the language of their last sign-in, not of the request that caused it", async () => {
  const { auth, inbox, caller } = await openWorld("fr");
  const german = { ...client, acceptLanguage: "de" };
  await auth.accountDeletion.request(caller, { password: PASSWORD, reason: "" }, german);
  await auth.dataExport.request(caller, german);
  const before = inbox.mails.length;
  for (const { id } of await auth.worker.listQueued("jobs"))
    expect(await auth.worker.remove("jobs", id)).toBe("removed");
  await auth.worker.runDue();
  const languages = inbox.mails
    .slice(before)
    .map(({ html }) => /<html lang="([\w-]+)"/.exec(html)?.[1]);
  expect(new Set(languages)).toEqual(new Set(["fr"]));
  expect(languages.length).toBeGreaterThanOrEqual(2);
});

it("a job that a worker has claimed stays, with what it is for", async () => {
  const { store, auth, clock, caller } = await openWorld();
  await auth.accountDeletion.request(caller, { password: PASSWORD, reason: "" }, client);
  clock.advance(31 * DAY);
  const end = new Date(clock.now().getTime() + MINUTE);
  const [claimed] = await store.jobs.claimDue(clock.now(), 1, toId<LeaseToken>("busy"), end);
  expect(await auth.worker.remove("jobs", claimed!.id)).toBe("claimed");
  expect(await auth.accountDeletion.findPending(caller)).not.toBeNull();
  clock.advance(MINUTE);
  expect(await auth.worker.remove("jobs", claimed!.id)).toBe("removed");
  expect(await auth.worker.remove("jobs", claimed!.id)).toBe("unknown");
});

it.each(["blank-audit", "erase-after", "expire-export", "delete-file", "append-erasure"] as const)(
  "a job of the kind %s is not removed, because nothing else would erase what it is for",
  async (kind) => {
    const { store, auth, clock } = await openWorld();
    const now = clock.now();
    const id = toId<JobId>("job-that-erases-00000");
    await store.jobs.enqueue({
      id,
      kind,
      subject: "notes user-1",
      payload: null,
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
    });
    expect(await auth.worker.remove("jobs", id)).toBe("required");
    expect(await store.jobs.claimDue(now, 1, toId<LeaseToken>("gone"), now)).toHaveLength(1);
    await store.jobs.bury(id, toId<LeaseToken>("gone"));
    expect(await auth.worker.remove("jobs", id)).toBe("required");
    expect(await auth.worker.listDead("jobs")).toMatchObject([{ id, kind }]);
  },
);

it("a mail that is removed is not sent", async () => {
  const { auth, subjects } = await openWorld();
  await auth.emailOtp.send(ada, "sign-in", client);
  const before = subjects().length;
  const [mail] = await auth.worker.listQueued("mail");
  expect(mail).toMatchObject({ kind: "sign-in-code", subject: "a***@example.com" });
  expect(await auth.worker.remove("mail", mail!.id)).toBe("removed");
  expect(await auth.worker.remove("mail", mail!.id)).toBe("unknown");
  await auth.worker.runDue();
  expect(subjects()).toHaveLength(before);
});

it("the activity says that an operator has cancelled a deletion, and for which request", async () => {
  const { auth, caller } = await openWorld();
  const { id } = await auth.accountDeletion.request(
    caller,
    { password: PASSWORD, reason: "" },
    client,
  );
  await auth.users.cancelDeletion(caller.user.id, { operator: "jane@support" });
  const { entries } = await auth.auditLog.activity(caller, { after: null, limit: 10 });
  expect(entries.find(({ event }) => event === "deletion.cancelled")?.detail).toEqual({
    requestId: id,
    because: "operator",
  });
});
