import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { DeletionRequestId } from "../../kernel/ids.js";
import type { Organization } from "../../organizations/organization/organization-store.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

export interface Rejection {
  readonly user: LockedUser;
  readonly requestId: DeletionRequestId;
  /** The organizations that would be left without an owner. */
  readonly conflicts: readonly Organization[];
}

/**
 * Ends a deletion request without erasing anything, and tells its user by mail which organizations
 * stand in the way.
 */
export async function rejectDeletion(
  tx: Tx,
  world: World,
  { user, requestId, conflicts }: Rejection,
): Promise<void> {
  await tx.deletionRequests.settle(
    requestId,
    { status: "rejected", errorCode: "SOLE_OWNER_CONFLICT" },
    world.clock.now(),
  );
  await recordEvent(tx, world, {
    event: "deletion.rejected",
    userId: user.id,
    client: null,
    detail: { requestId, errorCode: "SOLE_OWNER_CONFLICT" },
  });
  await enqueueNotice(tx, world, user, {
    template: "deletion-rejected",
    data: { organizations: conflicts.map(({ name }) => name) },
    client: null,
    by: null,
  });
}
