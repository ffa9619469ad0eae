import { go, type Outcome } from "./outcome.js";
import type { AnyPage } from "./page-definition.js";
import type { AnyVisit } from "./visit.js";

/** Whether a page of a sign-in under way, or of a withheld one, is asked for without one. */
export const lacksStep = (
  { access }: Pick<AnyPage, "access">,
  { step, pending }: AnyVisit,
): boolean => (access === "step" && step === null) || (access === "pending" && pending === null);

/** Starts again: the sign-in under way is missing, expired or unreadable. */
export const tookTooLong = ({ page, next }: AnyVisit): Outcome =>
  go(page("signIn", { query: { next } }), { step: null, flash: { key: "tookTooLong" } });
