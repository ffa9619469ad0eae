import { DAY, MINUTE } from "@acme/auth-core/surface";
import { exportDocument, loadZod } from "@acme/auth-http";
import { expect } from "vitest";
import type { Operation } from "../processes/account-worker.js";
import type { Harness } from "./harness.js";
import { HISTORY, type Person } from "./people.js";
import { readRemains, readRowCounts, type RowCounts } from "./row-counts.js";

/**
 * Something that a process begins and does not live to end, and what the next process makes of it.
 */
export interface Scenario {
  readonly name: string;
  readonly operation: Operation;
  /** How many times a process is killed doing it, when there is little time. */
  readonly quick: number;
  /** Brings a person to where the operation begins. */
  readonly prepare: (harness: Harness) => Promise<Person>;
  /**
   * The states that the database may be left in: nothing of the operation is done, or everything.
   */
  readonly whole: readonly Partial<RowCounts>[];
  /** Ends what was begun, and checks what came of it. */
  readonly finish: (harness: Harness, caller: Person) => Promise<void>;
}

const ALIVE = { users: 1, sessions: 1, passwords: 1, notes: 1, history: HISTORY } as const;
const GONE = { users: 0, sessions: 0, passwords: 0, notes: 0, history: HISTORY } as const;
const NOT_ASKED = { ...ALIVE, pending: 0, deletionJobs: 0, saidRequested: 0 } as const;
const ASKED = {
  ...ALIVE,
  pending: 1,
  deletionJobs: 1,
  saidRequested: 1,
  cancelled: 0,
  saidCancelled: 0,
  completed: 0,
  saidCompleted: 0,
} as const;
const CALLED_OFF = {
  ...ALIVE,
  pending: 0,
  cancelled: 1,
  saidCancelled: 1,
  completed: 0,
  saidCompleted: 0,
} as const;
const DELETED = {
  ...GONE,
  pending: 0,
  deletionJobs: 0,
  cancelled: 0,
  saidRequested: 1,
  completed: 1,
  saidCompleted: 1,
  exportsReady: 0,
} as const;
const WANTED = {
  ...ALIVE,
  exportsPending: 1,
  produceJobs: 1,
  exportsReady: 0,
  expireJobs: 0,
  saidReady: 0,
} as const;
const READY = {
  ...ALIVE,
  exportsPending: 0,
  produceJobs: 0,
  exportsReady: 1,
  expireJobs: 1,
  saidReady: 1,
} as const;
const EXPIRED = {
  ...ALIVE,
  exportsPending: 0,
  produceJobs: 0,
  exportsReady: 0,
  expireJobs: 0,
  exportsExpired: 1,
  saidReady: 1,
} as const;

/** By a backup that knows nothing of the deletion. */
const RESTORED = { ...ALIVE, completed: 0 } as const;
const REPLAYED = { ...GONE, completed: 0 } as const;

const DONE_ALREADY: Partial<Record<Operation, string>> = {
  "ask for a deletion": "DELETION_ALREADY_PENDING",
  "call a deletion off": "DELETION_NOT_PENDING",
};

const WILL_GO = "Your Acme account will be deleted";
const WENT = "Your Acme account was deleted";

async function newcomer(harness: Harness): Promise<Person> {
  return harness.people.add(harness.clock.now());
}

async function asker(harness: Harness): Promise<Person> {
  const caller = await newcomer(harness);
  await insist(harness, "ask for a deletion", caller);
  await harness.work();
  return caller;
}

async function exporter(harness: Harness): Promise<Person> {
  const caller = await newcomer(harness);
  await insist(harness, "ask for an export", caller);
  return caller;
}

/** Does it, unless it was done in the last moment of a program that is dead by now. */
async function insist(harness: Harness, operation: Operation, caller: Person): Promise<void> {
  expect(["DONE", DONE_ALREADY[operation]]).toContain(
    (await harness.live(operation, caller)).outcome,
  );
}

/** Nothing is left to do, and nothing was left lying about. */
async function expectNoRemains(harness: Harness): Promise<void> {
  harness.clock.advance(DAY);
  await harness.work();
  expect(await readRemains(harness.store)).toEqual({ jobs: 0, deadJobs: 0, mails: 0, files: 0 });
  expect((await harness.live("compare the ledger")).outcome).toBe(
    JSON.stringify({ state: "clear", unlisted: 0, unreadable: 0 }),
  );
  expect(harness.exportedFiles()).toEqual([]);
  expect(harness.errors).toEqual([]);
}

async function expectGone(harness: Harness, caller: Person): Promise<void> {
  await harness.work();
  expect(await readRowCounts(harness.store, caller)).toMatchObject({ ...DELETED, naming: 0 });
  expect(harness.sampleModule.hasDrawing(caller.user.id)).toBe(false);
  expect(harness.mailsTo(caller)).toMatchObject({ [WILL_GO]: 1, [WENT]: 1 });
  await expectNoRemains(harness);
}

/** One document, whole and the only one there is, until the instant its link expires. */
async function expectReady(harness: Harness, caller: Person): Promise<void> {
  await harness.work();
  expect(await readRowCounts(harness.store, caller)).toMatchObject(READY);
  const [request] = await harness.store.exportRequests.listByUser(caller.user.id, null, 2);
  harness.clock.set(new Date(request!.expiresAt!.getTime() - 1));
  await harness.work();
  expect((await readRemains(harness.store)).files + harness.exportedFiles().length).toBe(1);
  const { outcome } = await harness.live("download", caller);
  await loadZod();
  const document = exportDocument().parse(JSON.parse(outcome));
  expect(document.auditEntries.filter(({ event }) => event === "session.opened")).toHaveLength(
    HISTORY,
  );
  expect(document).toMatchObject({
    user: { id: caller.user.id },
    notes: [{ text: "a note" }],
    subscriptions: [],
  });
  harness.clock.advance(1);
  await expectExpired(harness, caller);
}

async function expectExpired(harness: Harness, caller: Person): Promise<void> {
  await harness.work();
  expect(await readRowCounts(harness.store, caller)).toMatchObject(EXPIRED);
  expect(harness.mailsTo(caller)).toEqual({ "Your Acme data is ready": 1 });
  await expectNoRemains(harness);
}

export const ASKING: Scenario = {
  name: "asking for a deletion",
  operation: "ask for a deletion",
  quick: 3,
  prepare: newcomer,
  whole: [NOT_ASKED, ASKED],
  async finish(harness, caller) {
    harness.clock.advance(MINUTE);
    await insist(harness, "ask for a deletion", caller);
    expect(await readRowCounts(harness.store, caller)).toMatchObject(ASKED);
    await harness.work();
    harness.clock.advance(DAY);
    await expectGone(harness, caller);
  },
};

export const CALLING_OFF: Scenario = {
  name: "calling a deletion off",
  operation: "call a deletion off",
  quick: 1,
  prepare: asker,
  whole: [ASKED, CALLED_OFF],
  async finish(harness, caller) {
    harness.clock.advance(MINUTE);
    await insist(harness, "call a deletion off", caller);
    await harness.work();
    harness.clock.advance(DAY);
    await harness.work();
    expect(await readRowCounts(harness.store, caller)).toMatchObject({
      ...CALLED_OFF,
      sessions: 1,
      deletionJobs: 0,
    });
    expect(harness.mailsTo(caller)).toEqual({ [WILL_GO]: 1, "Your Acme account stays": 1 });
    await expectNoRemains(harness);
  },
};

export const DELETING: Scenario = {
  name: "carrying out a deletion and what follows it",
  operation: "work",
  quick: 4,
  whole: [ASKED, DELETED],
  async prepare(harness) {
    const caller = await asker(harness);
    harness.clock.advance(DAY - MINUTE);
    await insist(harness, "ask for an export", caller);
    await harness.work();
    harness.clock.advance(MINUTE);
    return caller;
  },
  async finish(harness, caller) {
    harness.clock.advance(MINUTE);
    await expectGone(harness, caller);
  },
};

export const WANTING: Scenario = {
  name: "asking for an export",
  operation: "ask for an export",
  quick: 1,
  prepare: newcomer,
  whole: [{ ...ALIVE, exportsPending: 0, produceJobs: 0 }, WANTED],
  async finish(harness, caller) {
    harness.clock.advance(MINUTE);
    await insist(harness, "ask for an export", caller);
    expect(await readRowCounts(harness.store, caller)).toMatchObject(WANTED);
    await expectReady(harness, caller);
  },
};

export const PRODUCING: Scenario = {
  name: "producing an export",
  operation: "work",
  quick: 3,
  prepare: exporter,
  whole: [WANTED, READY],
  async finish(harness, caller) {
    harness.clock.advance(MINUTE);
    await expectReady(harness, caller);
  },
};

export const EXPIRING: Scenario = {
  name: "expiring an export and removing its file",
  operation: "work",
  quick: 1,
  whole: [READY, EXPIRED],
  async prepare(harness) {
    const caller = await exporter(harness);
    await harness.work();
    harness.clock.advance(DAY);
    return caller;
  },
  async finish(harness, caller) {
    harness.clock.advance(MINUTE);
    await expectExpired(harness, caller);
  },
};

export const REPLAYING: Scenario = {
  name: "erasing a user again whom a restored backup has brought back",
  operation: "replay erasures",
  quick: 3,
  whole: [RESTORED, REPLAYED],
  async prepare(harness) {
    const caller = await asker(harness);
    harness.clock.advance(DAY);
    await harness.work();
    await harness.people.restore(caller);
    return caller;
  },
  async finish(harness, caller) {
    expect((await harness.live("replay erasures")).outcome).toBe("DONE");
    await harness.work();
    expect(await readRowCounts(harness.store, caller)).toMatchObject({ ...REPLAYED, naming: 0 });
    expect(harness.sampleModule.hasDrawing(caller.user.id)).toBe(false);
    expect(harness.mailsTo(caller)).toEqual({ [WILL_GO]: 1, [WENT]: 1 });
    await expectNoRemains(harness);
  },
};
