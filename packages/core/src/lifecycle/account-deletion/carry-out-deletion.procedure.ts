import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { LeaseLostError, type JobHandler } from "../../background/jobs/job-handler.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import { toId, type DeletionRequestId, type UserId } from "../../kernel/ids.js";
import type { Organization } from "../../organizations/organization/organization-store.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { eraseUser } from "./erase-user.js";

type Outcome = "nothing" | "completed" | "rejected";

/**
 * Handles a deletion request that is due: erases the account, or rejects the request because an organization would be left without an owner. It does nothing
 * when the request is no longer pending. After a failed attempt the request says so, and its user may cancel it again.
 */
export const carryOutDeletion =
  (env: Env): JobHandler =>
  async ({ job, lease }) => {
    const { store, contributors, logger } = env;
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
      if (conflicts.length > 0) return reject(tx, env, { user, requestId, conflicts });
      await eraseUser(tx, env, { user, requestId, contributors });
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

/** Returns the organizations that the user owns alone. Locks all that the user owns, so that none of them changes hands meanwhile. */
async function lockSolelyOwned(tx: Tx, userId: UserId): Promise<readonly Organization[]> {
  const conflicts: Organization[] = [];
  for (const organization of await tx.organizations.lockOwnedBy(userId)) {
    if ((await tx.memberships.countOwners(organization.id)) === 1) conflicts.push(organization);
  }
  return conflicts;
}

interface Rejection {
  readonly user: LockedUser;
  readonly requestId: DeletionRequestId;
  readonly conflicts: readonly Organization[];
}

async function reject(
  tx: Tx,
  world: World,
  { user, requestId, conflicts }: Rejection,
): Promise<"rejected"> {
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
  });
  return "rejected";
}
