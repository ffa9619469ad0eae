import type { LockedUser } from "../../account/user/user-store.js";
import type { JobCancellation } from "../../background/jobs/job-handler.js";
import { type ExportRequestId, toId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { tellExportEnd } from "./tell-export-end.js";

/** What the user is told of a failure, whatever it was. */
const FAILED = "The export could not be made. Ask for a new one.";

interface FailedExport {
  readonly user: LockedUser;
  readonly requestId: ExportRequestId;
}

/**
 * Marks a pending request as failed and tells its user. Does nothing when it is no longer pending.
 */
export async function failExport(tx: Tx, world: World, failed: FailedExport): Promise<void> {
  if (await tx.exportRequests.markFailed(failed.requestId, FAILED))
    await tellExportEnd(tx, world, { ...failed, end: "failed" });
}

/** Fails the pending request whose job an operator removes: its user may ask for another. */
export const abandonExport =
  (world: World): JobCancellation =>
  async (tx, { subject }) => {
    const requestId = toId<ExportRequestId>(subject);
    const request = await tx.exportRequests.find(requestId);
    const user = request && (await tx.users.lock(request.userId));
    if (user) await failExport(tx, world, { user, requestId });
  };
