import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createTestAuth, nobody as client, signUpVerified } from "../../../test/worlds.js";
import { defineFeature } from "../../feature.js";
import { DAY, HOUR } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { Contributor } from "../../store/contributor.js";

const ada = parseEmailAddress("ada@example.com")!;
const operator = "jane@support";

/**
 * A user who signed in with `Accept-Language: fr` and asked for an export with `de`, and what
 * happens while the export is read.
 */
async function openExport() {
  const store = await openMemoryStore();
  const [clock, inbox] = [createFixedClock(), createInbox()];
  const meanwhile: { work: () => Promise<unknown> } = { work: () => Promise.resolve() };
  const notes: Contributor = {
    section: "notes",
    export: async function* () {
      await meanwhile.work();
      yield {};
    },
    eraseWithin: () => Promise.resolve(),
    eraseAfter: () => Promise.resolve(),
  };
  const auth = createTestAuth({
    store,
    mailer: inbox,
    features: [defineFeature({ name: "app", contributors: [notes] })],
    ports: { clock },
  });
  const french = { ...client, acceptLanguage: "fr" };
  const caller = await signUpVerified({ auth, inbox }, ada, french);
  const { id } = caller.user;
  await auth.worker.runDue();
  const request = await auth.dataExport.request(caller, { ...client, acceptLanguage: "de" });
  const before = inbox.mails.length;
  return {
    auth,
    store,
    clock,
    requestId: request.id,
    meanwhile,
    suspend: (until: Date | null = null) => auth.users.suspend(id, { operator, until }),
    reinstate: () => auth.users.reinstate(id, { operator }),
    languagesOfMails: () =>
      inbox.mails.slice(before).map(({ html }) => /<html lang="([\w-]+)"/.exec(html)?.[1]),
  };
}

it("an export that waited for the user to be reinstated is told in the language of the last sign-in", async () => {
  const { auth, clock, suspend, reinstate, languagesOfMails } = await openExport();
  await suspend();
  clock.advance(40 * DAY);
  await auth.worker.runDue();
  expect(languagesOfMails()).toEqual([]);
  await reinstate();
  await auth.worker.runDue();
  expect(languagesOfMails()).toEqual(["fr"]);
});

it("an export that waited for the end of a suspension is told in the language of the last sign-in", async () => {
  const { auth, clock, suspend, languagesOfMails } = await openExport();
  await suspend();
  await suspend(new Date(clock.now().getTime() + 2 * HOUR));
  clock.advance(2 * HOUR - 1);
  await auth.worker.runDue();
  expect(languagesOfMails()).toEqual([]);
  clock.advance(1);
  await auth.worker.runDue();
  expect(languagesOfMails()).toEqual(["fr"]);
});

it.each([
  ["without an end", null],
  ["with an end", HOUR],
] as const)(
  "an export during which a suspension %s begins is told later in the language of the last sign-in",
  async (_end, duration) => {
    const { auth, clock, meanwhile, suspend, reinstate, languagesOfMails } = await openExport();
    const until = duration === null ? null : new Date(clock.now().getTime() + duration);
    meanwhile.work = () => suspend(until);
    await auth.worker.runDue();
    meanwhile.work = () => Promise.resolve();
    expect(languagesOfMails()).toEqual([]);
    if (duration === null) await reinstate();
    else clock.advance(duration);
    await auth.worker.runDue();
    expect(languagesOfMails()).toEqual(["fr"]);
  },
);

it("an export whose job an earlier release removed at a suspension is written once its user is reinstated", async () => {
  const { auth, store, requestId, suspend, reinstate, languagesOfMails } = await openExport();
  await suspend();
  expect(await store.jobs.deleteQueued("produce-export", requestId)).toBe(1);
  await reinstate();
  const queued = await store.jobs.listQueued(null, 10);
  expect(queued.filter(({ kind }) => kind === "produce-export")).toMatchObject([
    { payload: { contributors: ["notes"] } },
  ]);
  await auth.worker.runDue();
  expect(languagesOfMails()).toHaveLength(1);
});
