import type { Caller } from "../../account/session/caller-store.js";
import { isFresh } from "../../account/session/lifetimes.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { OrganizationId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import { compareOwnPassword } from "../../sign-in/password/compare-own-password.procedure.js";
import type { Env } from "../../store/env.js";
import { parseDeletionReason } from "./deletion-reason.js";
import type { DeletionRequest } from "./deletion-request-store.js";
import { recordCancellation } from "./record-cancellation.js";
import { requestDeletion } from "./request-deletion.js";

/** What a user gives to have their account erased. */
export interface DeletionInput {
  /**
   * The caller's present password; null for none. One that a user without a password gives is
   * ignored.
   */
  readonly password: Secret | null;
  /**
   * Why the user leaves, in their own words: at most `policy.deletionReasonLength` code points, or
   * empty.
   */
  readonly reason: string;
}

/** What a user should know before they ask for the deletion of their account. */
export interface DeletionPreview {
  /** Days from the request to the deletion. */
  readonly graceDays: number;
  /** What the request takes: the present password, or of a user without one a fresh session. */
  readonly needs: "password" | "fresh-session";
  /**
   * The organizations that would have no owner, at most `policy.soleOwnershipsListed`. As long as
   * there is one, a deletion that is due is rejected.
   */
  readonly soleOwnerOf: readonly SoleOwnership[];
}

/** An organization whose only owner is the user. */
export interface SoleOwnership {
  readonly id: OrganizationId;
  readonly name: string;
  /** How many members it has, the user among them. */
  readonly members: number;
}

/**
 * The deletion of an account after a grace period. The worker erases the account when the request
 * is due, together with what contributors hold; see `Contributor`. An account that is the only
 * owner of an organization is not erased: the request is then rejected, and the user is told by
 * mail.
 */
export interface AccountDeletion {
  /**
   * Returns what the deletion of the caller's account takes, and which organizations stand in its
   * way now.
   * @example
   * const { needs, soleOwnerOf } = await auth.accountDeletion.preview(caller);
   */
  preview(caller: Caller): Promise<DeletionPreview>;
  /**
   * Requests the deletion of the caller's account, `policy.deletionGraceDays` days from now. A mail
   * tells the user, and names the organizations that stand in the way. It takes the password; a
   * user who has none needs a fresh session instead.
   * @returns the pending request; `scheduledFor` is the end of the grace period
   * @throws {AuthError} `VALIDATION_ERROR` at `password` when a user who has one gives none;
   * `INVALID_PASSWORD`, also when one was set meanwhile; `SESSION_NOT_FRESH`,
   * `DELETION_ALREADY_PENDING`, `TOO_MANY_REQUESTS`, `BUSY`, `UNAUTHORIZED`
   */
  request(caller: Caller, input: DeletionInput, client: Client): Promise<DeletionRequest>;
  /** Returns the caller's pending request; null when there is none. */
  findPending(caller: Caller): Promise<DeletionRequest | null>;
  /**
   * Cancels the caller's pending request. Once the grace period has ended it can be cancelled only
   * after an attempt at it has failed. Of racing calls exactly one succeeds.
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
    if (stored) {
      const given = requirePassword(password);
      await compareOwnPassword(env, caller, { given, stored, client });
    } else if (!isFresh(caller.session, policy, clock.now())) {
      throw new AuthError("SESSION_NOT_FRESH");
    }
    const requested = await store.transaction(async (tx) => {
      const present = await tx.users.lock(user.id);
      // The password was changed during the comparison, or set since there was none. The reset that
      // sets one also ends the session: this is the reason to name.
      if (present && (await tx.passwords.find(user.id))?.hash !== stored?.hash)
        throw new AuthError("INVALID_PASSWORD");
      const locked = await lockCaller(tx, env, caller);
      const asked = { reason: checkedReason, byPassword: stored !== null, client, operator: null };
      return requestDeletion(tx, env, { user: locked, contributors, ...asked });
    });
    env.nudge();
    logger.info("deletion_requested", { userId: user.id, requestId: requested.id });
    return requested;
  }

  async function preview({ user }: Caller): Promise<DeletionPreview> {
    const password = await store.passwords.find(user.id);
    const solelyOwned = await store.organizations.listSolelyOwnedBy(user.id);
    const soleOwnerOf: SoleOwnership[] = [];
    for (const { id, name } of solelyOwned.slice(0, policy.soleOwnershipsListed)) {
      const members = await store.memberships.countByOrganization(id);
      soleOwnerOf.push({ id, name, members });
    }
    return {
      graceDays: policy.deletionGraceDays,
      needs: password ? "password" : "fresh-session",
      soleOwnerOf,
    };
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

  return { preview, request, findPending, cancel };
}

/** Leaving it out is a mistake of the page and no attempt: it is not counted. */
function requirePassword(password: Secret | null): Secret {
  if (password) return password;
  throw new AuthError("VALIDATION_ERROR", {
    issues: [{ path: "password", message: "It is missing: this account has a password." }],
  });
}
