import { AuthError } from "../../kernel/errors.js";
import type { Tx } from "../../store/store.js";
import type { Membership } from "./membership-store.js";

/**
 * Checks that the organization has an owner without this member. Under its lock, so that two owners
 * cannot go at once.
 * @throws {AuthError} `LAST_OWNER`
 */
export async function keepAnOwner(tx: Tx, { organizationId, role }: Membership): Promise<void> {
  if (role === "owner" && (await tx.memberships.countOwners(organizationId)) === 1)
    throw new AuthError("LAST_OWNER");
}
