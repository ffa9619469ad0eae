import { recordEvent } from "../../background/audit-log/record-event.js";
import type { JobCancellation } from "../../background/jobs/job-handler.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import { type DeletionRequestId, toId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";

/**
 * Cancels the pending request whose job an operator removes, whether or not it is due, and tells
 * its user. Without its job it would stay pending for ever.
 */
export const revokeDeletion =
  (world: World): JobCancellation =>
  async (tx, { subject }) => {
    const requestId = toId<DeletionRequestId>(subject);
    const request = await tx.deletionRequests.find(requestId);
    const user = request?.userId ? await tx.users.lock(request.userId) : null;
    if (!user) return;
    // A later request has a job of its own.
    if ((await tx.deletionRequests.findPending(user.id))?.id !== requestId) return;
    await tx.deletionRequests.revoke(user.id, world.clock.now());
    await recordEvent(tx, world, {
      event: "deletion.cancelled",
      userId: user.id,
      client: null,
      detail: { requestId, because: "operator" },
    });
    await enqueueNotice(tx, world, user, {
      template: "deletion-cancelled",
      client: null,
      by: "operator",
    });
  };
