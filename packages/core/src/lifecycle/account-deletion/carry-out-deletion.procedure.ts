import { completeJob } from "../../background/jobs/complete-job.js";
import {
  type JobHandler,
  type LeasedJob,
  LeaseLostError,
} from "../../background/jobs/job-handler.js";
import { requireContributors } from "../../background/jobs/named-contributors.js";
import { type DeletionRequestId, toId, type UserId } from "../../kernel/ids.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { eraseUser } from "./erase-user.js";
import { lockSolelyOwned } from "./lock-solely-owned.js";
import { rejectDeletion } from "./reject-deletion.js";

type Outcome = "nothing" | "completed" | "rejected";

/**
 * Handles a deletion request that is due: erases the account, or rejects the request because an
 * organization would be left without an owner. It does nothing when the request is no longer
 * pending. After a failed attempt the request says so, and its user may cancel it again.
 */
export const carryOutDeletion =
  (env: Env): JobHandler =>
  async (leased) => {
    const { store, logger } = env;
    const requestId = toId<DeletionRequestId>(leased.job.subject);
    const request = await store.deletionRequests.find(requestId);
    const due = { requestId, userId: request?.userId ?? null, leased };
    const outcome = await store
      .transaction((tx) => eraseOrReject(tx, env, due))
      .catch(async (failure: unknown) => {
        if (failure instanceof LeaseLostError) throw failure;
        logger.error("deletion_failed", { requestId, attempt: leased.job.attempts + 1 }, failure);
        await store.deletionRequests.markFailed(requestId);
        throw failure;
      });
    env.nudge();
    if (outcome === "rejected")
      logger.error("deletion_conflict", { requestId, errorCode: "SOLE_OWNER_CONFLICT" });
    else logger.info("deletion_carried_out", { requestId, outcome });
  };

interface DueDeletion {
  readonly requestId: DeletionRequestId;
  readonly userId: UserId | null;
  readonly leased: LeasedJob;
}

async function eraseOrReject(
  tx: Tx,
  world: World & Pick<Env, "contributors" | "erasureLedger">,
  { requestId, userId, leased }: DueDeletion,
): Promise<Outcome> {
  const { contributors, digest, erasureLedger } = world;
  // The user first: every transaction takes its locks in the same order.
  const user = userId && (await tx.users.lock(userId));
  await completeJob(tx, leased);
  if (!user) return "nothing";
  const pending = await tx.deletionRequests.findPending(user.id);
  // The queue said that it is due. A clock that was set back since must not keep the account.
  if (pending?.id !== requestId) return "nothing";
  const conflicts = await lockSolelyOwned(tx, user.id);
  if (conflicts.length > 0) {
    await rejectDeletion(tx, world, { user, requestId, conflicts });
    return "rejected";
  }
  requireContributors(leased.job.payload, contributors);
  const recorded = erasureLedger && { entry: digest.erasureEntry(user.id), isListed: false };
  await eraseUser(tx, world, { user, requestId, contributors, recorded });
  return "completed";
}
