import { AuthError } from "../../kernel/errors.js";
import type { FreshCaller } from "../../account/session/session.js";
import type { Membership } from "./membership-store.js";

/**
 * Makes sure that a member who changes who owns the organization authenticated recently, and that the proof is their own.
 * Only under the organization's lock is it known whether an owner is concerned. Throws `SESSION_NOT_FRESH`.
 */
export function requireFreshActor(
  fresh: FreshCaller | null,
  { userId }: Pick<Membership, "userId">,
): void {
  if (fresh?.user.id !== userId) throw new AuthError("SESSION_NOT_FRESH");
}
