import { Secret } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { expect } from "vitest";
import {
  type Actor,
  callerOf,
  come,
  forget,
  note,
  now,
  stop,
  type Trace,
  WAIT,
  work,
} from "./traces.js";
import { codeOf } from "./worlds.js";

const PAUSE = 7 * DAY;
const MEMORY = 30 * DAY;
const STARTS = 3;

/** Begins a way back, after a proof of the mailbox. */
export async function start(trace: Trace, actor: Actor): Promise<void> {
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
  trace.back = { startedAt: at, mailsBefore, day: 0, reminders: 0 };
  trace.starts.push(at);
  await work(trace);
}

/** Tries to complete a way back, by a sign-in of before and then by a new one. */
export async function complete(trace: Trace, actor: Actor): Promise<void> {
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
  expect(told.length).toBeGreaterThanOrEqual(1 + (back?.reminders ?? 0));
  trace.back = null;
  trace.isEnrolled = false;
  trace.factors = null;
  forget(trace);
  actor.token = token;
}

/** Stops it by the newest mail to the user. */
export async function vetoByLink(trace: Trace): Promise<void> {
  const { inbox, auth } = trace.world;
  await work(trace);
  if (!trace.back) return;
  const mail = inbox.mails.findLast(
    ({ to, text }) => to === trace.email && text.includes("/recovery/veto?"),
  );
  if (!mail) return;
  const [token = ""] = /(?<=veto\?token=)[\w.-]+/.exec(mail.text) ?? [];
  await auth.secondFactor.vetoByLink(new Secret(token), trace.owner.client);
  note(trace, "vetoed by link");
  stop(trace);
}

/** Stops it in a live session, whoever holds that. */
export async function vetoBySession(trace: Trace, actor: Actor): Promise<void> {
  const caller = await callerOf(trace, actor);
  if (!caller) return;
  const { secondFactor } = trace.world.auth;
  const refused = await codeOf(secondFactor.vetoRecovery(caller, actor.client));
  expect(refused).toBe(trace.back ? null : "RECOVERY_NOT_PENDING");
  if (!refused) note(trace, `vetoed in a session of the ${actor.name}`);
  stop(trace);
}
