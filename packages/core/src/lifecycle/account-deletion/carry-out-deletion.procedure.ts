import { requireContributors } from "../../background/jobs/named-contributors.js";
import { LeaseLostError, type JobHandler } from "../../background/jobs/job-handler.js";
import { toId, type DeletionRequestId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { eraseUser } from "./erase-user.js";
import { lockSolelyOwned } from "./lock-solely-owned.js";
import { rejectDeletion } from "./reject-deletion.js";

type Outcome = "nothing" | "completed" | "rejected";

/**
 * Handles a deletion request that is due: erases the account, or rejects the request because an organization would be left without an owner. It does nothing
 * when the request is no longer pending. After a failed attempt the request says so, and its user may cancel it again.
 */
export const carryOutDeletion =
  (env: Env): JobHandler =>
  async ({ job, lease }) => {
    const { store, contributors, digest, erasureLedger, logger } = env;
    const requestId = toId<DeletionRequestId>(job.subject);
    const request = await store.deletionRequests.find(requestId);
    const attempt = async (tx: Tx): Promise<Outcome> => {
      // The user first: every transaction takes its locks in the same order.
      const user = request?.userId ? await tx.users.lock(request.userId) : null;
      if (!(await tx.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
      if (!user) return "nothing";
      const pending = await tx.deletionRequests.findPending(user.id);
      // The queue said that it is due. A clock that was set back since must not keep the account.
      if (pending?.id !== requestId) return "nothing";
      const conflicts = await lockSolelyOwned(tx, user.id);
      if (conflicts.length > 0) {
        await rejectDeletion(tx, env, { user, requestId, conflicts });
        return "rejected";
      }
      requireContributors(job.payload, contributors);
      const recorded = erasureLedger && { entry: digest.erasureEntry(user.id), isListed: false };
      await eraseUser(tx, env, { user, requestId, contributors, recorded });
      return "completed";
    };
    const outcome = await store.transaction(attempt).catch(async (failure: unknown) => {
      if (failure instanceof LeaseLostError) throw failure;
      logger.error("deletion_failed", { requestId, attempt: job.attempts + 1 }, failure);
      await store.deletionRequests.markFailed(requestId);
      throw failure;
    });
    env.nudge();
    if (outcome === "rejected")
      logger.error("deletion_conflict", { requestId, errorCode: "SOLE_OWNER_CONFLICT" });
    else logger.info("deletion_carried_out", { requestId, outcome });
  };
