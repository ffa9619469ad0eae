import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import { compareOwnPassword } from "../../sign-in/password/compare-own-password.procedure.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "../../account/session/caller-store.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import { parseDeletionReason } from "./deletion-reason.js";
import type { DeletionRequest } from "./deletion-request-store.js";
import { recordCancellation } from "./record-cancellation.js";
import { requestDeletion } from "./request-deletion.js";

/** What a user gives to have their account erased. */
export interface DeletionInput {
  /** The caller's present password. */
  readonly password: Secret;
  /** Why the user leaves, in their own words: at most `policy.deletionReasonLength` code points, or empty. */
  readonly reason: string;
}

/**
 * The deletion of an account after a grace period. The worker erases the account when the request is due, together with what contributors hold; see
 * `Contributor`. An account that is the only owner of an organization is not erased: the request is then rejected, and the user is told by mail.
 */
export interface AccountDeletion {
  /**
   * Requests the deletion of the caller's account, `policy.deletionGraceDays` days from now. A mail tells the user, and names the organizations that
   * stand in the way. A user who has no password sets one by resetting it first.
   * @returns the pending request; `scheduledFor` is the end of the grace period
   * @throws {AuthError} `VALIDATION_ERROR`, `CREDENTIAL_ACCOUNT_NOT_FOUND`, `INVALID_PASSWORD`, `DELETION_ALREADY_PENDING`, `TOO_MANY_REQUESTS`, `BUSY`, `UNAUTHORIZED`
   */
  request(caller: Caller, input: DeletionInput, client: Client): Promise<DeletionRequest>;
  /** Returns the caller's pending request; null when there is none. */
  findPending(caller: Caller): Promise<DeletionRequest | null>;
  /**
   * Cancels the caller's pending request. Once the grace period has ended it can be cancelled only after an attempt at it has failed. Of racing calls
   * exactly one succeeds.
   * @throws {AuthError} `DELETION_NOT_PENDING`
   */
  cancel(caller: Caller, client: Client): Promise<void>;
}

export function createAccountDeletion(env: Env): AccountDeletion {
  const { store, clock, policy, contributors, logger } = env;

  async function request(
    caller: Caller,
    { password, reason }: DeletionInput,
    client: Client,
  ): Promise<DeletionRequest> {
    const { user } = caller;
    const checkedReason = parseDeletionReason(reason, policy.deletionReasonLength);
    const stored = await store.passwords.find(user.id);
    if (!stored) throw new AuthError("CREDENTIAL_ACCOUNT_NOT_FOUND");
    await compareOwnPassword(env, caller, { given: password, stored, client });
    const requested = await store.transaction(async (tx) => {
      const locked = await lockCaller(tx, env, caller);
      // The password was changed during the comparison.
      if ((await tx.passwords.find(user.id))?.hash !== stored.hash)
        throw new AuthError("INVALID_PASSWORD");
      const asked = { user: locked, reason: checkedReason, contributors, client, operator: null };
      return requestDeletion(tx, env, asked);
    });
    env.nudge();
    logger.info("deletion_requested", { userId: user.id, requestId: requested.id });
    return requested;
  }

  const findPending = ({ user }: Caller): Promise<DeletionRequest | null> =>
    store.deletionRequests.findPending(user.id);

  async function cancel({ user }: Caller, client: Client): Promise<void> {
    const cancelled = await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      const pending = locked && (await tx.deletionRequests.cancel(user.id, clock.now()));
      if (!pending) throw new AuthError("DELETION_NOT_PENDING");
      await recordCancellation(tx, env, {
        user: locked,
        requestId: pending.id,
        client,
        operator: null,
      });
      return pending;
    });
    env.nudge();
    logger.info("deletion_cancelled", { userId: user.id, requestId: cancelled.id });
  }

  return { request, findPending, cancel };
}
