import { expect } from "vitest";
import { DAY, MINUTE, type Caller } from "@acme/auth-core";
import { exportDocument } from "@acme/auth-http";
import type { Deed } from "../processes/account-worker.js";
import type { Arena } from "./arena.js";
import { HISTORY } from "./people.js";
import { readRemains, readTraces, type Traces } from "./traces.js";

/** Something that a process begins and does not live to end, and what whoever comes next makes of it. */
export interface Scenario {
  readonly name: string;
  readonly deed: Deed;
  /** How many times a process is killed doing it, when there is little time. */
  readonly quick: number;
  /** Brings a person to where the deed begins. */
  readonly prepare: (arena: Arena) => Promise<Caller>;
  /** The states that the database may be left in: nothing of the deed is done, or everything. */
  readonly whole: readonly Partial<Traces>[];
  /** Ends what was begun, and checks what came of it. */
  readonly finish: (arena: Arena, caller: Caller) => Promise<void>;
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

const DONE_ALREADY: Partial<Record<Deed, string>> = {
  "ask for a deletion": "DELETION_ALREADY_PENDING",
  "call a deletion off": "DELETION_NOT_PENDING",
};

const WILL_GO = "Your Acme account will be deleted";
const WENT = "Your Acme account was deleted";

async function newcomer(arena: Arena): Promise<Caller> {
  return arena.people.add(arena.clock.now());
}

async function asker(arena: Arena): Promise<Caller> {
  const caller = await newcomer(arena);
  await insist(arena, "ask for a deletion", caller);
  await arena.work();
  return caller;
}

async function exporter(arena: Arena): Promise<Caller> {
  const caller = await newcomer(arena);
  await insist(arena, "ask for an export", caller);
  return caller;
}

/** Does it, unless it was done in the last moment of a program that is dead by now. */
async function insist(arena: Arena, deed: Deed, caller: Caller): Promise<void> {
  expect(["DONE", DONE_ALREADY[deed]]).toContain((await arena.live(deed, caller)).outcome);
}

/** Nothing is left to do, and nothing was left lying about. */
async function expectNoRemains(arena: Arena): Promise<void> {
  arena.clock.advance(DAY);
  await arena.work();
  expect(await readRemains(arena.store)).toEqual({ jobs: 0, deadJobs: 0, mails: 0, files: 0 });
  expect(arena.exportedFiles()).toEqual([]);
  expect(arena.errors).toEqual([]);
}

async function expectGone(arena: Arena, caller: Caller): Promise<void> {
  await arena.work();
  expect(await readTraces(arena.store, caller)).toMatchObject({ ...DELETED, naming: 0 });
  expect(arena.notebook.hasDrawing(caller.user.id)).toBe(false);
  expect(arena.mailsTo(caller)).toMatchObject({ [WILL_GO]: 1, [WENT]: 1 });
  await expectNoRemains(arena);
}

/** One document, whole and the only one there is, until the instant its link expires. */
async function expectReady(arena: Arena, caller: Caller): Promise<void> {
  await arena.work();
  expect(await readTraces(arena.store, caller)).toMatchObject(READY);
  const [request] = await arena.store.exportRequests.listByUser(caller.user.id, null, 2);
  arena.clock.set(new Date(request!.expiresAt!.getTime() - 1));
  await arena.work();
  expect((await readRemains(arena.store)).files + arena.exportedFiles().length).toBe(1);
  const { outcome } = await arena.live("download", caller);
  const document = exportDocument.parse(JSON.parse(outcome));
  expect(document.auditEntries.filter(({ event }) => event === "session.opened")).toHaveLength(
    HISTORY,
  );
  expect(document).toMatchObject({
    user: { id: caller.user.id },
    notes: [{ text: "a note" }],
    subscriptions: [],
  });
  arena.clock.advance(1);
  await expectExpired(arena, caller);
}

async function expectExpired(arena: Arena, caller: Caller): Promise<void> {
  await arena.work();
  expect(await readTraces(arena.store, caller)).toMatchObject(EXPIRED);
  expect(arena.mailsTo(caller)).toEqual({ "Your Acme data is ready": 1 });
  await expectNoRemains(arena);
}

export const ASKING: Scenario = {
  name: "asking for a deletion",
  deed: "ask for a deletion",
  quick: 3,
  prepare: newcomer,
  whole: [NOT_ASKED, ASKED],
  async finish(arena, caller) {
    arena.clock.advance(MINUTE);
    await insist(arena, "ask for a deletion", caller);
    expect(await readTraces(arena.store, caller)).toMatchObject(ASKED);
    await arena.work();
    arena.clock.advance(DAY);
    await expectGone(arena, caller);
  },
};

export const CALLING_OFF: Scenario = {
  name: "calling a deletion off",
  deed: "call a deletion off",
  quick: 1,
  prepare: asker,
  whole: [ASKED, CALLED_OFF],
  async finish(arena, caller) {
    arena.clock.advance(MINUTE);
    await insist(arena, "call a deletion off", caller);
    await arena.work();
    arena.clock.advance(DAY);
    await arena.work();
    expect(await readTraces(arena.store, caller)).toMatchObject({
      ...CALLED_OFF,
      sessions: 1,
      deletionJobs: 0,
    });
    expect(arena.mailsTo(caller)).toEqual({ [WILL_GO]: 1, "Your Acme account stays": 1 });
    await expectNoRemains(arena);
  },
};

export const DELETING: Scenario = {
  name: "carrying out a deletion and what follows it",
  deed: "work",
  quick: 4,
  whole: [ASKED, DELETED],
  async prepare(arena) {
    const caller = await asker(arena);
    arena.clock.advance(DAY - MINUTE);
    await insist(arena, "ask for an export", caller);
    await arena.work();
    arena.clock.advance(MINUTE);
    return caller;
  },
  async finish(arena, caller) {
    arena.clock.advance(MINUTE);
    await expectGone(arena, caller);
  },
};

export const WANTING: Scenario = {
  name: "asking for an export",
  deed: "ask for an export",
  quick: 1,
  prepare: newcomer,
  whole: [{ ...ALIVE, exportsPending: 0, produceJobs: 0 }, WANTED],
  async finish(arena, caller) {
    arena.clock.advance(MINUTE);
    await insist(arena, "ask for an export", caller);
    expect(await readTraces(arena.store, caller)).toMatchObject(WANTED);
    await expectReady(arena, caller);
  },
};

export const PRODUCING: Scenario = {
  name: "producing an export",
  deed: "work",
  quick: 3,
  prepare: exporter,
  whole: [WANTED, READY],
  async finish(arena, caller) {
    arena.clock.advance(MINUTE);
    await expectReady(arena, caller);
  },
};

export const EXPIRING: Scenario = {
  name: "expiring an export and removing its file",
  deed: "work",
  quick: 1,
  whole: [READY, EXPIRED],
  async prepare(arena) {
    const caller = await exporter(arena);
    await arena.work();
    arena.clock.advance(DAY);
    return caller;
  },
  async finish(arena, caller) {
    arena.clock.advance(MINUTE);
    await expectExpired(arena, caller);
  },
};
