import {
  type Client,
  createPasswordHasher,
  definePolicy,
  type EmailAddress,
  Secret,
  type UserId,
} from "@acme/auth-core";
import { DAY, HOUR, MINUTE } from "@acme/auth-core/surface";
import { asChecked } from "@acme/auth-testing";
import { emailAddress, someUser } from "@acme/auth-testing/feature-contract";
import { expect } from "vitest";
import { stepOf } from "../src/totp.js";
import { type App, appOf, codeOf, cookieOf, openWorld, PASSWORD, type World } from "./worlds.js";

const WAIT = 3 * DAY;
const WINDOW = 7 * DAY;
const PAUSE = 7 * DAY;
const MEMORY = 30 * DAY;
const FRESH = 10 * MINUTE;
const STARTS = 3;

/** Hashes at a fraction of the cost: what a hash must cost is tested where it is made. */
const passwordHasher = createPasswordHasher({
  ...definePolicy({}),
  argon2Memory: 256,
  argon2Passes: 1,
});
const HASH = passwordHasher.hash(PASSWORD);

/** A world in memory for many people, whose mails no budget holds back. */
export const openTraces = (): Promise<World> =>
  openWorld("SQLite", {
    ports: { passwordHasher },
    policy: { mailsPerAddress: 20, mailsPerClient: 10_000 },
  });

/** Somebody who tries, and what they hold. */
interface Actor {
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
  /** The days on which the worker has come by, since when its mails must be there. */
  readonly days: Set<number>;
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

const now = ({ world }: Trace): number => world.clock.now().getTime();
const note = ({ seen }: Trace, what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);

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
    email: emailAddress(name),
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
async function work(trace: Trace): Promise<void> {
  await trace.world.auth.worker.runDue();
  const { back } = trace;
  if (!back) return;
  const passed = now(trace) - back.startedAt;
  const day = Math.min(Math.floor(passed / DAY), WAIT / DAY);
  if (day > 0) back.days.add(day);
  if (passed >= WAIT + WINDOW) trace.back = null;
}

/** Signs in by a first proof. An enrolled user gets no session for it, and a pending sign-in. */
async function come(trace: Trace, actor: Actor, by: "password" | "mailbox"): Promise<void> {
  const { world, email } = trace;
  const { client, password } = actor;
  if (by === "password" ? !password || !trace.hasPassword : !actor.hasMailbox) return;
  const signIn =
    by === "password" && password
      ? world.auth.passwords.signIn({ email, password, redirectTo: null }, client)
      : world.openLink({ email, client }).then(({ signedIn }) => signedIn);
  if (trace.isEnrolled) {
    actor.pending = { cookie: await cookieOf(signIn), since: now(trace) };
    await work(trace);
    return note(trace, `${actor.name} withheld`);
  }
  const { token, session } = await signIn;
  expect(session.secondFactorAt).toBeNull();
  actor.token = token;
  note(trace, `${actor.name} in by one factor`);
}

const callerOf = ({ world }: Trace, { token }: Actor) => (token ? world.identify(token) : null);

/** The owner proves a factor: in a sign-in that waits, else in a session. It ends a way back. */
async function prove(trace: Trace, pending: Secret | null): Promise<void> {
  const { world, owner, factors } = trace;
  const caller = pending ? null : await callerOf(trace, owner);
  if (!trace.isEnrolled || !factors || (!pending && !caller)) return;
  const step = stepOf(world.clock.now());
  const backup = step > trace.lastStep ? null : factors.codes.pop();
  if (backup === undefined) return;
  const code = backup ? backup.reveal() : factors.app.codeAt(world.clock.now());
  const attempt = { code, pending, caller };
  const { secondFactor } = world.auth;
  const proof = await (backup
    ? secondFactor.verifyBackupCode(attempt, owner.client)
    : secondFactor.verifyTotp(attempt, owner.client));
  if (!backup) trace.lastStep = step;
  const { token, session } = proof.during === "sign-in" ? proof.signedIn : proof;
  expect(session.secondFactorAt).toEqual(world.clock.now());
  Object.assign(owner, { token, pending: null });
  if (trace.back) note(trace, "ended by a proof");
  stop(trace);
}

/** What a veto must do: there is no way back, and none begins for a week. */
function stop(trace: Trace): void {
  if (!trace.back) return;
  trace.back = null;
  trace.vetoedAt = now(trace);
}

async function enrol(trace: Trace): Promise<void> {
  const { world, owner } = trace;
  if (trace.isEnrolled) return;
  await come(trace, owner, trace.hasPassword ? "password" : "mailbox");
  if (!owner.token) return;
  const caller = await world.callerOf(owner.token);
  const input = { method: "totp", replace: false, password: owner.password } as const;
  const started = await world.auth.secondFactor.enable(caller, input, owner.client);
  if (started.method !== "totp") throw new Error("no app");
  const app = appOf(started.totpUri);
  const attempt = { code: app.codeAt(world.clock.now()), pending: null, caller };
  const proof = await world.auth.secondFactor.verifyTotp(attempt, owner.client);
  if (proof.during !== "enrolment") throw new Error("not confirmed");
  owner.token = proof.token;
  trace.isEnrolled = true;
  trace.factors = { app, codes: [...started.backupCodes] };
  trace.lastStep = stepOf(world.clock.now());
}

/** Begins a way back, after a proof of the mailbox. */
async function start(trace: Trace, actor: Actor): Promise<void> {
  if (!trace.isEnrolled || !actor.hasMailbox) return;
  await come(trace, actor, "mailbox");
  if (!actor.pending) return;
  const at = now(trace);
  const isPaused = trace.vetoedAt !== null && trace.vetoedAt + PAUSE > at;
  const isSpent = trace.starts.filter((each) => each + MEMORY > at).length >= STARTS;
  const mailsBefore = trace.world.inbox.mails.length;
  const refused = await codeOf(
    trace.world.auth.secondFactor.startRecovery(actor.pending.cookie, actor.client),
  );
  note(trace, `start ${refused ?? "done"}`);
  expect(refused).toBe(!trace.back && (isPaused || isSpent) ? "RECOVERY_VETOED" : null);
  if (refused || trace.back) return;
  trace.back = { startedAt: at, mailsBefore, days: new Set() };
  trace.starts.push(at);
}

/** Tries to complete a way back, by a sign-in of before and then by a new one. */
async function complete(trace: Trace, actor: Actor): Promise<void> {
  await completeBy(trace, actor);
  if (!trace.isEnrolled || !actor.hasMailbox) return;
  await come(trace, actor, "mailbox");
  await completeBy(trace, actor);
}

async function completeBy(trace: Trace, actor: Actor): Promise<void> {
  const { world, back } = trace;
  const { pending, client } = actor;
  if (!pending) return;
  const mayBe = back !== null && pending.since >= back.startedAt + WAIT;
  await world.auth.worker.runDue();
  let token: Secret | null = null;
  const completing = world.auth.secondFactor.completeRecovery(pending.cookie, client);
  const refused = await codeOf(completing.then(({ signedIn }) => void (token = signedIn.token)));
  note(trace, `complete ${refused ?? "done"}`);
  if (refused) return;
  expect(mayBe, "it was completed before it was due, or after it had ended").toBe(true);
  const told = world.inbox.mails
    .slice(back?.mailsBefore)
    .filter(({ to, subject }) => to === trace.email && subject.includes("without a second step"));
  expect(told.length).toBe(1 + (back?.days.size ?? 0));
  trace.back = null;
  trace.isEnrolled = false;
  trace.factors = null;
  forget(trace);
  actor.token = token;
}

/** A reset, or a way back: the password is another one or none, and every session has ended. */
function forget(trace: Trace): void {
  trace.hasPassword = false;
  for (const actor of [trace.owner, trace.thief])
    Object.assign(actor, { password: null, token: null, pending: null });
}

async function vetoByLink(trace: Trace): Promise<void> {
  if (!trace.back) return;
  const { inbox, auth } = trace.world;
  await work(trace);
  const mail = inbox.mails.findLast(
    ({ to, text }) => to === trace.email && text.includes("/recovery/veto?"),
  );
  if (!mail || !trace.back) return;
  const [token = ""] = /(?<=veto\?token=)[\w.-]+/.exec(mail.text) ?? [];
  await auth.secondFactor.vetoByLink(new Secret(token), trace.owner.client);
  note(trace, "vetoed by link");
  stop(trace);
}

async function vetoBySession(trace: Trace, actor: Actor): Promise<void> {
  const caller = await callerOf(trace, actor);
  if (!caller) return;
  const { secondFactor } = trace.world.auth;
  const refused = await codeOf(secondFactor.vetoRecovery(caller, actor.client));
  expect(refused).toBe(trace.back ? null : "RECOVERY_NOT_PENDING");
  if (!refused) note(trace, `vetoed in a session of the ${actor.name}`);
  stop(trace);
}

/** Sets a new password by a mailed link. It removes no factor, and no way back. */
async function reset(trace: Trace): Promise<void> {
  const { world, owner } = trace;
  await world.auth.passwordReset.requestLink(trace.email, null, owner.client);
  await work(trace);
  const token = new Secret(
    new URL(world.inbox.linkFor(trace.email)).searchParams.get("token") ?? "",
  );
  await world.auth.passwordReset.byLink({ token, next: PASSWORD }, owner.client);
  forget(trace);
  trace.hasPassword = true;
  owner.password = PASSWORD;
}

/** The owner moves to another mailbox, which the thief does not read. */
async function change(trace: Trace): Promise<void> {
  const { world, owner } = trace;
  const caller = await callerOf(trace, owner);
  const isFresh = caller && caller.session.authenticatedAt.getTime() > now(trace) - HOUR;
  const provedAt = caller?.session.secondFactorAt?.getTime() ?? 0;
  if (!isFresh || (trace.isEnrolled && provedAt + FRESH <= now(trace))) return;
  const to = emailAddress(`moved-${trace.starts.length}-${now(trace)}-${trace.id}`);
  const fresh = world.auth.sessions.requireFresh(caller);
  await world.auth.emailChange.request(fresh, { to, redirectTo: null }, owner.client);
  await work(trace);
  const token = new Secret(new URL(world.inbox.linkFor(to)).searchParams.get("token") ?? "");
  await world.auth.emailChange.confirm(token, owner.client);
  trace.email = to;
  trace.thief.hasMailbox = false;
  note(trace, "changed the address");
  stop(trace);
}

/** A code of no step that counts, and of no set. */
async function guess(trace: Trace): Promise<void> {
  const { world, thief, factors } = trace;
  if (!trace.isEnrolled || !factors) return;
  const pending = thief.pending?.cookie ?? null;
  const caller = pending ? null : await callerOf(trace, thief);
  if (!pending && !caller) return;
  const code = factors.app.codeAt(new Date(now(trace) + 10 * MINUTE));
  const attempt = { code, pending, caller };
  expect(await codeOf(world.auth.secondFactor.verifyTotp(attempt, thief.client))).not.toBeNull();
}

/** With a stolen session, which takes the password and a recent proof besides. */
async function disable(trace: Trace): Promise<void> {
  const { world, thief } = trace;
  const caller = await callerOf(trace, thief);
  if (!caller || !trace.isEnrolled) return;
  const provedAt = caller.session.secondFactorAt?.getTime() ?? 0;
  const mayBe = (thief.password || !trace.hasPassword) && provedAt + FRESH > now(trace);
  const refused = await codeOf(
    Promise.resolve().then(() =>
      world.auth.secondFactor.disable(
        world.auth.sessions.requireFresh(caller),
        { password: thief.password },
        thief.client,
      ),
    ),
  );
  note(trace, `thief disables ${refused ?? "done"}`);
  if (refused) return;
  expect(mayBe).toBe(true);
  trace.isEnrolled = false;
  trace.factors = null;
  stop(trace);
}

const pass = (time: number) => async (trace: Trace) => {
  trace.world.clock.advance(time);
  await work(trace);
};

/** What may happen. Each does nothing where it cannot. */
export const STEPS: Readonly<Record<string, (trace: Trace) => unknown>> = {
  "the owner enrols": enrol,
  "the owner loses every factor": (trace) => void (trace.factors = null),
  "the owner signs in by password": async (trace) => {
    await come(trace, trace.owner, "password");
    if (trace.owner.pending) await prove(trace, trace.owner.pending.cookie);
  },
  "the owner signs in by mail": async (trace) => {
    await come(trace, trace.owner, "mailbox");
    if (trace.owner.pending) await prove(trace, trace.owner.pending.cookie);
  },
  "the owner steps up": (trace) => prove(trace, null),
  "the owner begins a way back": (trace) => start(trace, trace.owner),
  "the owner completes it": (trace) => complete(trace, trace.owner),
  "the owner stops it by link": vetoByLink,
  "the owner stops it in a session": (trace) => vetoBySession(trace, trace.owner),
  "the owner resets the password": reset,
  "the owner changes the address": change,
  "a thief takes the mailbox": ({ thief }) => void (thief.hasMailbox = true),
  "a thief takes the session": ({ thief, owner }) => void (thief.token = owner.token),
  "a thief takes the password": ({ thief, owner }) => void (thief.password = owner.password),
  "the thief signs in by password": (trace) => come(trace, trace.thief, "password"),
  "the thief signs in by mail": (trace) => come(trace, trace.thief, "mailbox"),
  "the thief guesses": guess,
  "the thief turns it off": disable,
  "the thief begins a way back": (trace) => start(trace, trace.thief),
  "the thief completes it": (trace) => complete(trace, trace.thief),
  "the thief stops it in a session": (trace) => vetoBySession(trace, trace.thief),
  "half a minute passes": pass(MINUTE / 2),
  "an hour passes": pass(HOUR),
  "a day passes": pass(DAY),
  "three days pass": pass(WAIT),
  "the clock goes back by an hour": pass(-HOUR),
};

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
