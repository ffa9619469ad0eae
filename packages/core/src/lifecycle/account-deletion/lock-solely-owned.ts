import type { UserId } from "../../kernel/ids.js";
import type { Organization } from "../../organizations/organization/organization-store.js";
import type { Tx } from "../../store/store.js";

/**
 * Returns the organizations that the user owns alone. Locks all that the user owns, so that none of
 * them changes hands meanwhile.
 */
export async function lockSolelyOwned(tx: Tx, userId: UserId): Promise<readonly Organization[]> {
  const solelyOwned: Organization[] = [];
  for (const organization of await tx.organizations.lockOwnedBy(userId)) {
    if ((await tx.memberships.countOwners(organization.id)) === 1) solelyOwned.push(organization);
  }
  return solelyOwned;
}
