import type { OrganizationId, UserId } from "../../kernel/ids.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

/** A notice to the owners of an organization. */
export interface OwnersNotice {
  readonly organizationId: OrganizationId;
  readonly template: "owners-changed" | "owner-invited" | "organization-deleted";
  /** A user whom another mail tells of the same change. */
  readonly except?: UserId;
}

/** Enqueues a notice for each user who owns the organization at this point of the transaction, the actor included. */
export async function tellOwners(
  tx: Tx,
  world: World,
  { organizationId, template, except }: OwnersNotice,
): Promise<void> {
  const owners = await tx.memberships.listOwners(organizationId);
  for (const owner of owners)
    if (owner.id !== except) await enqueueNotice(tx, world, owner, template);
}
