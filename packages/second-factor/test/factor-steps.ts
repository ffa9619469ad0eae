import { parseEmailAddress, Secret } from "@acme/auth-core";
import { HOUR, MINUTE } from "@acme/auth-core/surface";
import { expect } from "vitest";
import { stepOf } from "../src/totp.js";
import { callerOf, come, forget, note, now, stop, type Trace, work } from "./traces.js";
import { appOf, codeOf, PASSWORD } from "./worlds.js";

const FRESH = 10 * MINUTE;

/** A code of the app, once each; within its step one of the recovery codes, as long as there are. */
function nextCode(trace: Trace, { app, codes }: NonNullable<Trace["factors"]>) {
  const { clock } = trace.world;
  const step = stepOf(clock.now());
  if (step > trace.lastStep) {
    trace.lastStep = step;
    return { verify: "verifyTotp", code: app.codeAt(clock.now()) } as const;
  }
  const backup = codes.pop();
  return backup && ({ verify: "verifyBackupCode", code: backup.reveal() } as const);
}

/** The owner proves a factor: in a sign-in that waits, else in a session. It ends a way back. */
export async function prove(trace: Trace, pending: Secret | null): Promise<void> {
  const { world, owner, factors } = trace;
  const caller = pending ? null : await callerOf(trace, owner);
  if (!trace.isEnrolled || !factors || (!pending && !caller)) return;
  const typed = nextCode(trace, factors);
  if (!typed) return;
  const attempt = { code: typed.code, pending, caller };
  const proof = await world.auth.secondFactor[typed.verify](attempt, owner.client);
  const { token, session } = proof.during === "sign-in" ? proof.signedIn : proof;
  expect(session.secondFactorAt).toEqual(world.clock.now());
  Object.assign(owner, { token, pending: null });
  if (trace.back) note(trace, "ended by a proof");
  stop(trace);
}

/** The owner sets up an app, after a first proof. */
export async function enrol(trace: Trace): Promise<void> {
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

/** Sets a new password by a mailed link. It removes no factor, and no way back. */
export async function reset(trace: Trace): Promise<void> {
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
export async function change(trace: Trace): Promise<void> {
  const { world, owner } = trace;
  const caller = await callerOf(trace, owner);
  const isFresh = caller && caller.session.authenticatedAt.getTime() > now(trace) - HOUR;
  const provedAt = caller?.session.secondFactorAt?.getTime() ?? 0;
  if (!isFresh || (trace.isEnrolled && provedAt + FRESH <= now(trace))) return;
  const to = parseEmailAddress(`moved-${world.inbox.mails.length}-${trace.id}@example.com`);
  if (!to) throw new Error("no address");
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
export async function guess(trace: Trace): Promise<void> {
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
export async function disable(trace: Trace): Promise<void> {
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
