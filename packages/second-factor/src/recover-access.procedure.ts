import {
  AuthError,
  type Caller,
  type Client,
  isWithheld,
  type Secret,
  withheldRefusal,
} from "@acme/auth-core";
import { isPast } from "@acme/auth-core/surface";
import { completeRecovery } from "./complete-recovery.js";
import { endRecovery } from "./end-recovery.js";
import { secondFactorErrors } from "./errors.js";
import { hashOfToken, type LockedPending, lockPending, provesMailbox } from "./pending-token.js";
import type { Recovery } from "./recovery-store.js";
import type { CompletedSignIn, PendingRecovery, Recovering } from "./second-factor-api.js";
import type { FactorTx, FactorWorld, SecondFactorEnv } from "./second-factor-env.js";
import { startRecovery } from "./start-recovery.js";
import { openVetoToken } from "./veto-token.js";

export function createRecovering(env: SecondFactorEnv): Recovering {
  const { store, clock, logger, nudge } = env;

  const start = async (token: Secret | null, client: Client) => {
    const recovery = await store.transaction(async (tx) =>
      startRecovery(tx, env, { ...(await lockMailboxProof(tx, env, token)), client }),
    );
    nudge();
    if (recovery instanceof AuthError) throw recovery;
    logger.warn("recovery_started", { userId: recovery.userId });
    return { dueAt: recovery.dueAt, expiresAt: recovery.expiresAt };
  };

  const complete = async (token: Secret | null, client: Client): Promise<CompletedSignIn> => {
    const completed = await store.transaction(async (tx) =>
      completeRecovery(tx, env, { ...(await lockMailboxProof(tx, env, token)), client }),
    );
    nudge("mail");
    if (isWithheld(completed)) throw withheldRefusal(completed);
    logger.warn("recovery_completed", { userId: completed.signedIn.user.id });
    return completed;
  };

  const findRecovery = async ({ user }: Caller): Promise<PendingRecovery | null> => {
    const recovery = await store.recoveries.findPending(user.id);
    return recovery && !isPast(recovery.expiresAt, clock.now()) ? viewOf(recovery) : null;
  };

  const vetoRecovery = async ({ user }: Caller, client: Client): Promise<void> => {
    const isStopped = await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      return locked && endRecovery(tx, env, { user: locked, ended: "session", client });
    });
    if (!isStopped) throw new AuthError(secondFactorErrors.RECOVERY_NOT_PENDING);
    nudge("mail");
    logger.warn("recovery_vetoed", { userId: user.id, by: "session" });
  };

  /** @throws {AuthError} `INVALID_TOKEN`, `TOKEN_EXPIRED` */
  async function findByLink(token: Secret): Promise<Recovery> {
    const id = openVetoToken(env, token);
    const recovery = id && (await store.recoveries.find(id));
    if (!recovery) throw new AuthError("INVALID_TOKEN");
    const { ended, expiresAt, forgetAt } = recovery;
    // One that was stopped stays so for as long as it is remembered.
    const isOver =
      ended === "completed" || ended === "expired" || isPast(forgetAt ?? expiresAt, clock.now());
    if (isOver) throw new AuthError("TOKEN_EXPIRED");
    return recovery;
  }

  const vetoByLink = async (token: Secret, client: Client): Promise<void> => {
    const { id, userId } = await findByLink(token);
    const isStopped = await store.transaction(async (tx) => {
      const user = await tx.users.lock(userId);
      const pending = user && (await tx.recoveries.findPending(userId));
      // Another that began since has links of its own.
      if (!user || pending?.id !== id) return false;
      return endRecovery(tx, env, { user, ended: "link", client });
    });
    nudge("mail");
    if (isStopped) logger.warn("recovery_vetoed", { userId, by: "link" });
  };

  return {
    recoveryWait: env.limits.recoveryWait,
    startRecovery: start,
    completeRecovery: complete,
    findRecovery,
    vetoRecovery,
    inspectVeto: async (token) => {
      const recovery = await findByLink(token);
      return { ...viewOf(recovery), stoppedAt: recovery.endedAt };
    },
    vetoByLink,
  };
}

/** @throws {AuthError} as `lockPending`, and `MAILBOX_PROOF_REQUIRED` */
async function lockMailboxProof(
  tx: FactorTx,
  world: FactorWorld,
  token: Secret | null,
): Promise<LockedPending> {
  const locked = await lockPending(tx, world, hashOfToken(world, token));
  if (!provesMailbox(locked.pending))
    throw new AuthError(secondFactorErrors.MAILBOX_PROOF_REQUIRED);
  return locked;
}

const viewOf = ({
  startedAt,
  dueAt,
  expiresAt,
  ipAddress,
  userAgent,
}: Recovery): PendingRecovery => ({ startedAt, dueAt, expiresAt, ipAddress, userAgent });
