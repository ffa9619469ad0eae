import { type Cause, enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { OrganizationId, UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

/** A notice to the owners of an organization. */
export interface OwnersNotice extends Cause {
  readonly organization: { readonly id: OrganizationId; readonly name: string };
  readonly template:
    | "owners-changed"
    | "owner-invited"
    | "organization-deleted"
    | "organization-second-factor-required"
    | "organization-second-factor-waived";
  /** A user whom another mail tells of the same change. */
  readonly except?: UserId;
}

/**
 * Enqueues a notice for each user who owns the organization at this point of the transaction, the
 * actor included.
 */
export async function tellOwners(
  tx: Tx,
  world: World,
  { organization, template, except, client, by }: OwnersNotice,
): Promise<void> {
  const owners = await tx.memberships.listOwners(organization.id);
  const notice = { template, data: { organization: organization.name }, client, by };
  for (const owner of owners)
    if (owner.id !== except) await enqueueNotice(tx, world, owner, notice);
}
