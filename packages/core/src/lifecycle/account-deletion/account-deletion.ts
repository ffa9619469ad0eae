import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { after, DAY } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import { toId, type DeletionRequestId, type UserId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import { LeaseLostError, type JobHandler } from "../../background/jobs/job-handler.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Organization } from "../../organizations/organization/organization-store.js";
import { compareOwnPassword } from "../../sign-in/password/compare-own-password.procedure.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Caller } from "../../account/session/caller-store.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import type { LockedUser } from "../../account/user/user-store.js";
import type { DeletionRequest } from "./deletion-request-store.js";
import { eraseUser } from "./erase-user.js";

export interface DeletionInput {
  readonly password: Secret;
  readonly reason: string;
}

type Outcome = "nothing" | "completed" | "rejected";

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

export function createAccountDeletion(env: Env) {
  const { store, clock, random, policy, contributors, logger } = env;

  /**
   * Asks for the deletion of the caller's account at the end of the grace period. Throws `CREDENTIAL_ACCOUNT_NOT_FOUND`, `INVALID_PASSWORD`,
   * `DELETION_ALREADY_PENDING`, `TOO_MANY_REQUESTS` and `BUSY`.
   */
  async function request(
    caller: Caller,
    { password, reason }: DeletionInput,
    client: Client,
  ): Promise<DeletionRequest> {
    const { user } = caller;
    const stored = await store.passwords.find(user.id);
    if (!stored) throw new AuthError("CREDENTIAL_ACCOUNT_NOT_FOUND");
    await compareOwnPassword(env, caller, { given: password, stored, client });
    const requestedAt = clock.now();
    const asked: DeletionRequest = {
      id: random.id<DeletionRequestId>(),
      userId: user.id,
      status: "pending",
      requestedAt,
      reason,
      endedAt: null,
      errorCode: null,
      scheduledFor: after(requestedAt, policy.deletionGraceDays * DAY),
    };
    await store.transaction(async (tx) => {
      const locked = await lockCaller(tx, env, caller);
      // Set anew while we were comparing.
      if ((await tx.passwords.find(user.id))?.hash !== stored.hash)
        throw new AuthError("INVALID_PASSWORD");
      if (!(await tx.deletionRequests.insertUnlessPending(asked)))
        throw new AuthError("DELETION_ALREADY_PENDING");
      await enqueueJob(tx, env, {
        kind: "delete-account",
        subject: asked.id,
        dueAt: asked.scheduledFor,
      });
      await recordEvent(tx, env, {
        event: "deletion.requested",
        userId: user.id,
        client,
        detail: { requestId: asked.id },
      });
      const blocking = await tx.organizations.listSolelyOwnedBy(user.id);
      const atOnce = policy.deletionGraceDays === 0;
      const data = {
        requestId: asked.id,
        scheduledFor: asked.scheduledFor.toISOString(),
        organizations: namesOf(blocking),
        atOnce,
      };
      await enqueueNotice(tx, env, locked, { template: "deletion-requested", data });
    });
    env.nudge();
    logger.info("deletion_requested", { userId: user.id, requestId: asked.id });
    return asked;
  }

  const findPending = ({ user }: Caller): Promise<DeletionRequest | null> =>
    store.deletionRequests.findPending(user.id);

  /** Keeps the account after all. Throws `DELETION_NOT_PENDING`, also once the deletion is due, unless an attempt at it has failed. */
  async function cancel({ user }: Caller, client: Client): Promise<void> {
    const cancelled = await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      const pending = locked && (await tx.deletionRequests.cancel(user.id, clock.now()));
      if (!pending) throw new AuthError("DELETION_NOT_PENDING");
      await recordEvent(tx, env, {
        event: "deletion.cancelled",
        userId: user.id,
        client,
        detail: { requestId: pending.id, because: "cancelled" },
      });
      await tx.jobs.deleteQueued("delete-account", pending.id);
      await enqueueNotice(tx, env, locked, "deletion-cancelled");
      return pending;
    });
    env.nudge();
    logger.info("deletion_cancelled", { userId: user.id, requestId: cancelled.id });
  }

  /** The job of a request that is due: the account goes, or its request is rejected because an organization would be left without an owner. */
  const carryOut: JobHandler = async ({ job, lease }) => {
    const requestId = toId<DeletionRequestId>(job.subject);
    const asked = await store.deletionRequests.find(requestId);
    const attempt = async (tx: Tx): Promise<Outcome> => {
      // The user first: every transaction takes its locks in the same order.
      const user = asked?.userId ? await tx.users.lock(asked.userId) : null;
      if (!(await tx.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
      const pending = user && (await tx.deletionRequests.findPending(user.id));
      // Whether it is due was for the queue to say: a clock that has been set back since must not lose it.
      if (pending?.id !== requestId) return "nothing";
      const conflicts = await solelyOwned(tx, user!.id);
      if (conflicts.length > 0) return reject(tx, { user: user!, requestId, conflicts });
      await eraseUser(tx, env, { user: user!, requestId, contributors });
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

  /** Under the locks of all the organizations the user owns, so that none of them changes hands meanwhile. */
  async function solelyOwned(tx: Tx, userId: UserId): Promise<readonly Organization[]> {
    const conflicts: Organization[] = [];
    for (const organization of await tx.organizations.lockOwnedBy(userId)) {
      if ((await tx.memberships.countOwners(organization.id)) === 1) conflicts.push(organization);
    }
    return conflicts;
  }

  async function reject(tx: Tx, { user, requestId, conflicts }: Rejection): Promise<"rejected"> {
    await tx.deletionRequests.settle(
      requestId,
      { status: "rejected", errorCode: "SOLE_OWNER_CONFLICT" },
      clock.now(),
    );
    const detail = { requestId, errorCode: "SOLE_OWNER_CONFLICT" };
    await recordEvent(tx, env, {
      event: "deletion.rejected",
      userId: user.id,
      client: null,
      detail,
    });
    await enqueueNotice(tx, env, user, {
      template: "deletion-rejected",
      data: { organizations: namesOf(conflicts) },
    });
    return "rejected";
  }

  return { request, findPending, cancel, carryOut };
}

interface Rejection {
  readonly user: LockedUser;
  readonly requestId: DeletionRequestId;
  readonly conflicts: readonly Organization[];
}

const namesOf = (organizations: readonly Organization[]): readonly string[] =>
  organizations.map(({ name }) => name);
