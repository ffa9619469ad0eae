import { isPast } from "../../kernel/duration.js";
import type { Suspension } from "./user-store.js";

/**
 * Whether the user is suspended at `now`. At the instant at which the suspension ends the user no
 * longer is.
 */
export const isSuspended = ({ suspendedAt, suspendedUntil }: Suspension, now: Date): boolean =>
  suspendedAt !== null && !(suspendedUntil && isPast(suspendedUntil, now));
