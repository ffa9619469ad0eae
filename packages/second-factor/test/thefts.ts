import { DAY, HOUR, MINUTE } from "@acme/auth-core/surface";
import { change, disable, enrol, guess, prove, reset } from "./factor-steps.js";
import { complete, start, vetoByLink, vetoBySession } from "./recovery-steps.js";
import { come, type Trace, WAIT, work } from "./traces.js";

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
