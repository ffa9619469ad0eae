import {
  type Caller,
  type Client,
  createPasswordHasher,
  definePolicy,
  type EmailAddress,
  type PasswordHasher,
  type Secret,
  type UserId,
} from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { asChecked } from "@acme/auth-testing";
import { someUser } from "@acme/auth-testing/feature-contract";
import { expect } from "vitest";
import { type App, cookieOf, openWorld, PASSWORD, type World } from "./worlds.js";

/** How long a way back waits, in milliseconds. */
export const WAIT = 3 * DAY;
const WINDOW = 7 * DAY;

const HASH = createPasswordHasher(definePolicy({})).hash(PASSWORD);

/** Everybody's password is the same one, or none: what a hash costs is tested where it is made. */
const passwordHasher: PasswordHasher = {
  hash: () => HASH,
  async verify(password, find) {
    const right = (await find()) !== null && password.reveal() === PASSWORD.reveal();
    return { right, outdated: false };
  },
};

/** A world in memory for many people, whose mails no budget holds back. */
export const openTraces = (): Promise<World> =>
  openWorld("SQLite", {
    ports: { passwordHasher },
    policy: { mailsPerAddress: 20, mailsPerClient: 10_000 },
  });

/** Somebody who tries, and what they hold. */
export interface Actor {
  readonly name: "owner" | "thief";
  readonly client: Client;
  password: Secret | null;
  hasMailbox: boolean;
  token: Secret | null;
  /** A sign-in of theirs that was withheld. */
  pending: { readonly cookie: Secret; readonly since: number } | null;
}

/** What a way back must have come to. */
interface Back {
  readonly startedAt: number;
  /** How many mails had gone out before it. */
  readonly mailsBefore: number;
  /** The last of its days on which the worker has come by, */
  readonly day: number;
  /** and how many mails must have gone out by then after the first. */
  readonly reminders: number;
}

/** One user, what owner and thief hold, and what must be true of the user. */
export interface Trace {
  readonly world: World;
  readonly id: UserId;
  readonly owner: Actor;
  readonly thief: Actor;
  /** What came of the steps. */
  readonly seen: Map<string, number>;
  email: EmailAddress;
  hasPassword: boolean;
  isEnrolled: boolean;
  /** What the owner has at hand. */
  factors: { readonly app: App; readonly codes: Secret[] } | null;
  /** No code of this step or an earlier one counts. */
  lastStep: number;
  back: Back | null;
  vetoedAt: number | null;
  readonly starts: number[];
}

/** In milliseconds. */
export const now = ({ world }: Trace): number => world.clock.now().getTime();

/** Notes what came of a step. */
export const note = ({ seen }: Trace, what: string) =>
  void seen.set(what, (seen.get(what) ?? 0) + 1);

/** A user with a password, signed in nowhere, whom a thief knows by name. */
export async function newTrace(
  world: World,
  name: string,
  seen: Map<string, number>,
): Promise<Trace> {
  const user = someUser(name);
  await world.store.users.insertUnlessTaken(user);
  const updatedAt = world.clock.now();
  await world.store.passwords.replace({
    userId: user.id,
    hash: asChecked(await HASH),
    updatedAt,
  });
  const actor = (who: Actor["name"]): Actor => ({
    name: who,
    client: world.nextClient(),
    password: who === "owner" ? PASSWORD : null,
    hasMailbox: who === "owner",
    token: null,
    pending: null,
  });
  return {
    world,
    id: user.id,
    owner: actor("owner"),
    thief: actor("thief"),
    seen,
    email: user.email,
    hasPassword: true,
    isEnrolled: false,
    factors: null,
    lastStep: 0,
    back: null,
    vetoedAt: null,
    starts: [],
  };
}

/** Lets the worker come by, which tells of a way back and ends one that is too late. */
export async function work(trace: Trace): Promise<void> {
  await trace.world.auth.worker.runDue();
  const { back } = trace;
  if (!back) return;
  const passed = now(trace) - back.startedAt;
  const day = Math.min(Math.floor(passed / DAY), WAIT / DAY);
  // The clock may have gone back meanwhile.
  if (day > back.day) Object.assign(back, { day, reminders: back.reminders + 1 });
  if (passed >= WAIT + WINDOW) trace.back = null;
}

/** Signs in by a first proof. An enrolled user gets no session for it, and a pending sign-in. */
export async function come(trace: Trace, actor: Actor, by: "password" | "mailbox"): Promise<void> {
  const { world, email } = trace;
  const { client, password } = actor;
  if (by === "password" ? !password || !trace.hasPassword : !actor.hasMailbox) return;
  const signIn =
    by === "password" && password
      ? world.auth.passwords.signIn({ email, password, redirectTo: null }, client)
      : world.openLink({ email, client });
  if (trace.isEnrolled) {
    actor.pending = { cookie: await cookieOf(signIn), since: now(trace) };
    await work(trace);
    note(trace, `${actor.name} withheld`);
    return;
  }
  const { token, session } = await signIn;
  expect(session.secondFactorAt).toBeNull();
  actor.token = token;
  note(trace, `${actor.name} in by one factor`);
}

/** Who a request of theirs is by; null without a live session. */
export const callerOf = async ({ world }: Trace, { token }: Actor): Promise<Caller | null> =>
  token ? world.identify(token) : null;

/** What a veto must do: there is no way back, and none begins for a week. */
export function stop(trace: Trace): void {
  if (!trace.back) return;
  trace.back = null;
  trace.vetoedAt = now(trace);
}

/** A reset, or a way back: the password is another one or none, and every session has ended. */
export function forget(trace: Trace): void {
  trace.hasPassword = false;
  for (const actor of [trace.owner, trace.thief])
    Object.assign(actor, { password: null, token: null, pending: null });
}

/** What is true of a user at any time. */
export async function expectSound(trace: Trace): Promise<void> {
  const { store, clock } = trace.world;
  const user = await store.users.findById(trace.id);
  expect(user?.secondFactorSince !== null).toBe(trace.isEnrolled);
  const due = trace.back && new Date(trace.back.startedAt + WAIT);
  expect(user?.recoveryDueAt).toEqual(due);
  expect((await store.recoveries.findPending(trace.id))?.dueAt ?? null).toEqual(due);
  if (!trace.isEnrolled) return;
  const live = await store.sessions.listLive(trace.id, clock.now());
  expect(live.filter(({ secondFactorAt }) => secondFactorAt === null)).toEqual([]);
}
