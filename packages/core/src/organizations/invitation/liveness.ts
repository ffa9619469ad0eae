import { isPast } from "../../kernel/duration.js";
import type { Invitation } from "./invitation-store.js";

/** Returns whether an invitation is pending and has not expired. */
export const isAlive = ({ status, expiresAt }: Invitation, now: Date): boolean =>
  status === "pending" && !isPast(expiresAt, now);
