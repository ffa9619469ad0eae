import { endAllSessions } from "../../account/session/end-other-sessions.js";
import { isSuspended } from "../../account/user/suspension.js";
import type { LockedUser, Suspension, UserRecord } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { isPast } from "../../kernel/duration.js";
import type { UserId } from "../../kernel/ids.js";
import { parseOperatorText } from "../../kernel/operator-text.js";
import { refuseField } from "../../kernel/refuse-field.js";
import { moveExport } from "../../lifecycle/data-export/postpone-export.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { lockUser } from "./lock-user.js";
import type { OperatorInput, SuspensionInput } from "./operator-input.js";

/** Suspends users and reinstates them. */
export interface Suspensions {
  suspend(id: UserId, input: SuspensionInput): Promise<UserRecord>;
  reinstate(id: UserId, input: OperatorInput): Promise<UserRecord>;
}

export function createSuspensions(env: Env): Suspensions {
  const { store, clock, contributors, logger } = env;

  async function suspend(
    id: UserId,
    { operator, until = null }: SuspensionInput,
  ): Promise<UserRecord> {
    const text = parseOperatorText(operator);
    const suspendedAt = clock.now();
    const isOver = until !== null && isPast(until, suspendedAt);
    refuseField("until", isOver ? "The end of a suspension lies in the future." : null);
    const suspended = await store.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      const changed = await replaceSuspension(tx, user, { suspendedAt, suspendedUntil: until });
      await endAllSessions(tx, env, user, "endedBySuspension");
      await recordEvent(tx, env, {
        event: "user.suspended",
        userId: id,
        client: null,
        operator: text,
        detail: {},
      });
      await moveExportOf(tx, changed);
      return changed;
    });
    logger.info("user_suspended", { userId: id, until: until?.toISOString() ?? "" });
    return suspended;
  }

  async function reinstate(id: UserId, { operator }: OperatorInput): Promise<UserRecord> {
    const text = parseOperatorText(operator);
    const now = clock.now();
    const reinstated = await store.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      const changed = await replaceSuspension(tx, user, {
        suspendedAt: null,
        suspendedUntil: null,
      });
      if (!isSuspended(user, now)) return changed;
      await recordEvent(tx, env, {
        event: "user.reinstated",
        userId: id,
        client: null,
        operator: text,
        detail: {},
      });
      await moveExportOf(tx, changed);
      return changed;
    });
    env.nudge();
    logger.info("user_reinstated", { userId: id });
    return reinstated;
  }

  async function replaceSuspension(
    tx: Tx,
    user: LockedUser,
    suspension: Suspension,
  ): Promise<UserRecord> {
    await tx.users.markSuspended(user.id, suspension);
    return { ...user, ...suspension };
  }

  /** A pending export waits for the end of the suspension. */
  async function moveExportOf(tx: Tx, user: UserRecord): Promise<void> {
    const pending = await tx.exportRequests.findPending(user.id);
    if (pending) await moveExport(tx, env, { requestId: pending.id, user, contributors });
  }

  return { suspend, reinstate };
}
