import { recordEvent } from "../../background/audit-log/record-event.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import { parseOperatorText } from "../../kernel/operator-text.js";
import { parseDeletionReason } from "../../lifecycle/account-deletion/deletion-reason.js";
import type { DeletionRequest } from "../../lifecycle/account-deletion/deletion-request-store.js";
import { recordCancellation } from "../../lifecycle/account-deletion/record-cancellation.js";
import { requestDeletion } from "../../lifecycle/account-deletion/request-deletion.js";
import type { Env } from "../../store/env.js";
import { lockUser } from "./lock-user.js";
import type { OperatorInput } from "./operator-input.js";

/** The deletion of accounts by operators. */
export interface UserDeletions {
  findDeletion(id: UserId): Promise<DeletionRequest | null>;
  startDeletion(id: UserId, input: OperatorInput): Promise<DeletionRequest>;
  cancelDeletion(id: UserId, input: OperatorInput): Promise<void>;
  retryDeletion(id: UserId, input: OperatorInput): Promise<boolean>;
}

export function createUserDeletions(env: Env): UserDeletions {
  const { store, clock, policy, contributors, logger } = env;

  async function startDeletion(id: UserId, input: OperatorInput): Promise<DeletionRequest> {
    const operator = parseOperatorText(input.operator);
    const reason = parseDeletionReason("", policy.deletionReasonLength);
    const requested = await store.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      return requestDeletion(tx, env, {
        user,
        reason,
        contributors,
        operator,
        client: null,
        byPassword: false,
      });
    });
    env.nudge();
    logger.info("deletion_requested", { userId: id, requestId: requested.id });
    return requested;
  }

  async function cancelDeletion(id: UserId, input: OperatorInput): Promise<void> {
    const operator = parseOperatorText(input.operator);
    const requestId = await store.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      const cancelled = await tx.deletionRequests.revoke(id, clock.now());
      if (!cancelled) throw new AuthError("DELETION_NOT_PENDING");
      await recordCancellation(tx, env, {
        user,
        requestId: cancelled.id,
        client: null,
        operator,
      });
      return cancelled.id;
    });
    env.nudge();
    logger.info("deletion_cancelled", { userId: id, requestId });
  }

  async function retryDeletion(id: UserId, input: OperatorInput): Promise<boolean> {
    const operator = parseOperatorText(input.operator);
    const isQueued = await store.transaction(async (tx) => {
      await lockUser(tx, id);
      const pending = await tx.deletionRequests.findPending(id);
      if (!pending) throw new AuthError("DELETION_NOT_PENDING");
      if ((await tx.jobs.retryFailed("delete-account", pending.id, clock.now())) === 0)
        return false;
      await recordEvent(tx, env, {
        event: "deletion.retried",
        userId: id,
        client: null,
        operator,
        detail: { requestId: pending.id },
      });
      return true;
    });
    if (isQueued) env.nudge("jobs");
    return isQueued;
  }

  return {
    findDeletion: (id) => store.deletionRequests.findPending(id),
    startDeletion,
    cancelDeletion,
    retryDeletion,
  };
}
