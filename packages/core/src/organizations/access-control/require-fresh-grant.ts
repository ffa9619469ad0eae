import { AuthError } from "../../kernel/errors.js";
import { type Fresh, type Granted, isFreshGrant } from "./granted.js";
import type { PermissionId } from "./permissions.js";

/**
 * Returns the grant as one of a user who authenticated recently. Use cases call it where only the
 * rows under the lock tell whether an owner is concerned, and at the door where the type demands a
 * fresh grant: JavaScript does not check types.
 * @throws {AuthError} `SESSION_NOT_FRESH`
 */
export function requireFreshGrant<P extends PermissionId>(granted: Granted<P>): Granted<P> & Fresh {
  if (!isFreshGrant(granted)) throw new AuthError("SESSION_NOT_FRESH");
  return granted;
}
