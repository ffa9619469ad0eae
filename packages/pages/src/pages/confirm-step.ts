import type { Caller } from "@acme/auth-core";
import { NEW_STEP, type Step } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";

/** The purpose of a step in which a signed-in user was asked for another proof. */
const CONFIRM = "confirm";

/** Where the proof leads. */
export const nextOfConfirm = ({ next, step }: AnyVisit): string | null =>
  next ?? (step?.purpose === CONFIRM ? step.next : null);

/** The step of `/confirm`; null when another sign-in is under way, or another user's. */
export const ownConfirmStep = ({ step }: AnyVisit, { user }: Caller): Step | null =>
  step?.purpose === CONFIRM && step.email === user.email ? step : null;

/** The step of `/confirm`, begun where there is none. */
export const confirmStep = (visit: AnyVisit, caller: Caller): Step => ({
  ...(ownConfirmStep(visit, caller) ?? {
    ...NEW_STEP,
    email: caller.user.email,
    purpose: CONFIRM,
  }),
  next: nextOfConfirm(visit),
});
