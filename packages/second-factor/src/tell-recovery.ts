import { after, DAY, deviceOf, isPast } from "@acme/auth-core/surface";
import { RECOVERY_REMINDER } from "./limits.js";
import { type RecoveryStage, recoveryUnderWay } from "./recovery-mails.js";
import type { Recovery } from "./recovery-store.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";
import { vetoToken } from "./veto-token.js";

/** The job that tells of a way back. Its subject is the id. */
export const RECOVERY_JOB = "secondFactor/recovery";

/** Tells the user of a way back that is under way, outside all budgets. */
export async function mailRecovery(
  tx: FactorTx,
  world: FactorWorld,
  recovery: Recovery,
): Promise<void> {
  const { userId, startedAt, dueAt, expiresAt, ipAddress, userAgent } = recovery;
  const data = {
    stage: stageAt(recovery, world.clock.now()),
    token: vetoToken(world, recovery.id).reveal(),
    startedAt: startedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ipAddress,
    device: deviceOf(userAgent),
  };
  await world.enqueueMail(tx, { mail: recoveryUnderWay, to: userId, data, client: null, by: null });
}

function stageAt({ startedAt, dueAt, expiresAt }: Recovery, now: Date): RecoveryStage {
  if (!isPast(dueAt, now))
    return isPast(after(startedAt, RECOVERY_REMINDER), now) ? "waits" : "started";
  return isPast(after(expiresAt, -DAY), now) && isPast(after(dueAt, DAY), now) ? "expires" : "due";
}

/** Puts the next mail of a way back into the queue, and at last its end. */
export async function enqueueNextMail(
  tx: FactorTx,
  { clock, enqueueJob }: FactorWorld,
  { id, startedAt, dueAt, expiresAt }: Recovery,
): Promise<void> {
  const now = clock.now().getTime();
  const passed = Math.floor((now - startedAt.getTime()) / RECOVERY_REMINDER);
  const reminder = after(startedAt, (passed + 1) * RECOVERY_REMINDER);
  const times = [dueAt, after(expiresAt, -DAY), expiresAt];
  if (!isPast(dueAt, reminder)) times.push(reminder);
  const next = Math.min(...times.map((time) => time.getTime()).filter((time) => time > now));
  if (!Number.isFinite(next)) return;
  const payload = { at: new Date(next).toISOString() };
  await enqueueJob(tx, {
    kind: RECOVERY_JOB,
    subject: id,
    dueAt: new Date(next),
    payload,
  });
}
