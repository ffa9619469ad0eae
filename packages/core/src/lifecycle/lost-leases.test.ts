import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, createFixedClock, createInbox, fixedLinks } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { arrangeFeatures } from "../arrange-features.js";
import { notifySubscriber } from "../background/events/notify-subscriber.procedure.js";
import { type JobHandler, LeaseLostError } from "../background/jobs/job-handler.js";
import type { JobKind } from "../background/jobs/job-store.js";
import { createEnv } from "../create-env.js";
import { defineFeature } from "../feature.js";
import { MINUTE } from "../kernel/duration.js";
import { parseEmailAddress } from "../kernel/email-address.js";
import {
  type ExportRequestId,
  type JobId,
  type LeaseToken,
  toId,
  type UserId,
} from "../kernel/ids.js";
import { definePolicy } from "../kernel/policy.js";
import { defaultPorts, defaultRelyingParty } from "../platform/default-ports.js";
import type { Env } from "../store/env.js";
import { blankAudit, eraseAfter } from "./account-deletion/finish-erasure.procedure.js";
import { deleteFile, expireExport } from "./data-export/expire-export.procedure.js";
import { produceExport } from "./data-export/produce-export.procedure.js";
import { appendErasure } from "./erasure/append-erasure.procedure.js";

const ENTRY = `${"k".repeat(8)}.${"h".repeat(43)}`;
const MINE = toId<LeaseToken>("mine");
const ANOTHER = toId<LeaseToken>("another");

/** One job that this worker has claimed. */
async function openWorld(kind: JobKind, subject: string, isLedgerConfigured = true) {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const secret = Buffer.alloc(32, 7).toString("base64");
  const notes = {
    broken: false,
    section: "notes",
    export: async function* () {
      if (notes.broken) throw new Error("the notes are away");
      yield {};
    },
    eraseWithin: () => Promise.resolve(),
    eraseAfter: () => Promise.resolve(),
  };
  const options = {
    store,
    mailer: createInbox(),
    links: fixedLinks,
    secret,
    features: [defineFeature({ name: "app", contributors: [notes] })],
    ...(isLedgerConfigured && {
      erasureLedger: { append: () => Promise.resolve(), list: async function* () {} },
    }),
    ports: { clock },
  };
  const policy = definePolicy();
  const env = createEnv(options, {
    arranged: arrangeFeatures(options.features, store),
    policy,
    ports: defaultPorts(options, policy),
    relyingParty: defaultRelyingParty(fixedLinks),
    nudge() {},
  });
  const now = clock.now();
  await store.jobs.enqueue({
    id: toId<JobId>("01890000-0000-7000-8000-000000000000"),
    kind,
    subject,
    payload: null,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  });
  const claim = (lease: LeaseToken) =>
    store.jobs.claimDue(clock.now(), 9, lease, new Date(clock.now().getTime() + MINUTE));
  const [job] = await claim(MINE);
  const carryOut = (handler: (env: Env) => JobHandler, isLast = false) =>
    handler(env)({ job: job!, lease: MINE, isLast, extendLease: () => Promise.resolve() });
  return { store, clock, notes, claim, carryOut };
}

describe.each<readonly [JobKind, subject: string, handler: (env: Env) => JobHandler]>([
  ["blank-audit", "user-1", blankAudit],
  ["erase-after", "notes user-1", eraseAfter],
  ["expire-export", "export-1", expireExport],
  ["delete-file", "file-1", deleteFile],
  ["append-erasure", ENTRY, appendErasure],
  // With nobody to tell, it is completed like any other; its kind decides only which worker claims
  // it.
  ["delete-file", "none", notifySubscriber],
])("the job %s", (kind, subject, handler) => {
  it("is completed by the worker that has carried it out", async () => {
    const { store, carryOut } = await openWorld(kind, subject);
    await carryOut(handler);
    expect(await store.jobs.countBacklog(new Date(0))).toMatchObject({ queued: 0, dead: 0 });
  });

  it("is left to the worker that has claimed it meanwhile, and the slower one is told", async () => {
    const { store, clock, claim, carryOut } = await openWorld(kind, subject);
    clock.advance(MINUTE);
    expect(await claim(ANOTHER)).toHaveLength(1);
    await expect(carryOut(handler)).rejects.toBeInstanceOf(LeaseLostError);
    expect(await store.jobs.countBacklog(new Date(0))).toMatchObject({ queued: 1, dead: 0 });
  });
});

it.each([
  ["an-entry", true, "the subject is no entry of a ledger of erasures"],
  [ENTRY, false, "no ledger of erasures is configured in this process"],
])(
  "an erasure that cannot be listed stays queued, and the failure says why: %s",
  async (subject, isLedgerConfigured, problem) => {
    const world = await openWorld("append-erasure", subject, isLedgerConfigured);
    await expect(world.carryOut(appendErasure)).rejects.toThrow(new Error(problem));
    expect(await world.store.jobs.countBacklog(new Date(0))).toMatchObject({ queued: 1 });
  },
);

describe("an export whose job another worker has claimed meanwhile", () => {
  const requestId = toId<ExportRequestId>("export-1");

  /** The request of a user, which this worker carries out although it has lost the lease. */
  async function carryOutLate(
    change: (world: Awaited<ReturnType<typeof openWorld>>, id: UserId) => Promise<unknown>,
    isLast = false,
  ) {
    const world = await openWorld("produce-export", requestId);
    const { store, clock, claim, carryOut } = world;
    const userId = toId<UserId>("user-1");
    const times = { createdAt: clock.now(), updatedAt: clock.now() };
    const email = parseEmailAddress("ada@example.com")!;
    const profile = { name: "Ada", image: null, emailVerified: true, reclaimedAt: null };
    await store.users.insertUnlessTaken(asChecked({ id: userId, email, ...profile, ...times }));
    await store.exportRequests.insertUnlessPending({
      id: requestId,
      userId,
      status: "pending",
      createdAt: clock.now(),
      readyAt: null,
      expiresAt: null,
      fileKey: null,
      errorMessage: null,
    });
    await change(world, userId);
    clock.advance(MINUTE);
    expect(await claim(ANOTHER)).toHaveLength(1);
    await expect(carryOut(produceExport, isLast)).rejects.toBeInstanceOf(LeaseLostError);
    return store.exportRequests.find(requestId);
  }

  it("stays pending when the document is written", async () => {
    expect(await carryOutLate(() => Promise.resolve())).toMatchObject({ status: "pending" });
  });

  it("stays pending when the last attempt fails", async () => {
    const failing = ({ notes }: Awaited<ReturnType<typeof openWorld>>) =>
      Promise.resolve((notes.broken = true));
    expect(await carryOutLate(failing, true)).toMatchObject({ status: "pending" });
  });

  it("stays with that worker when the user is suspended", async () => {
    const suspended = ({ store, clock }: Awaited<ReturnType<typeof openWorld>>, id: UserId) =>
      store.users.markSuspended(id, { suspendedAt: clock.now(), suspendedUntil: null });
    expect(await carryOutLate(suspended)).toMatchObject({ status: "pending" });
  });
});
