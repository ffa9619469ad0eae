import type { Caller, Client, RenewedSession, SecretHash, UserId } from "@acme/auth-core";
import type { LockedUser } from "@acme/auth-core/store";
import { endRecovery } from "./end-recovery.js";
import { secondFactorEvents } from "./events.js";
import { enabled, replaced } from "./factor-mails.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

/** A factor that was shown, and counts from now on. */
export interface CountedFactor {
  readonly caller: Caller;
  readonly user: LockedUser;
  readonly client: Client;
  readonly method: "totp" | "passkey";
  /** The recovery codes that count with it. */
  readonly hashes: readonly SecretHash[];
}

/** Puts a set of recovery codes in the place of any earlier one. */
export async function replaceCodes(
  tx: FactorTx,
  { clock }: Pick<FactorWorld, "clock">,
  userId: UserId,
  hashes: readonly SecretHash[],
): Promise<void> {
  await tx.recoveryCodes.deleteFor(userId);
  const createdAt = clock.now();
  for (const hash of hashes) await tx.recoveryCodes.insert({ userId, hash, createdAt });
}

/**
 * Notes that a user has a second factor from now on, or one more, with its recovery codes: every
 * other session ends, and the caller's goes on under a new token. The user is told by mail.
 */
export async function countFactor(
  tx: FactorTx,
  world: FactorWorld,
  { caller, user, client, method, hashes }: CountedFactor,
): Promise<RenewedSession> {
  const { clock, sessions, recordEvent, enqueueMail } = world;
  const now = clock.now();
  const isFirst = user.secondFactorSince === null;
  await replaceCodes(tx, world, user.id, hashes);
  if (isFirst) await tx.users.markEnrolled(user.id, now);
  if (user.recoveryDueAt) await endRecovery(tx, world, { user, ended: "proof", client });
  const factor = { method, at: now };
  const renewed = await sessions.renewSession(tx, caller, { user, client, factor, others: "end" });
  const whose = { userId: user.id, organizationId: null, client };
  const told = { to: user.id, client, by: "session" } as const;
  if (isFirst) {
    await recordEvent(tx, {
      ...whose,
      event: secondFactorEvents["second_factor.enabled"],
      detail: { method },
    });
    await enqueueMail(tx, { ...told, mail: enabled, data: { method } });
  } else {
    const event = secondFactorEvents["second_factor.replaced"];
    await recordEvent(tx, { ...whose, event, detail: {} });
    await enqueueMail(tx, { ...told, mail: replaced, data: {} });
  }
  return renewed;
}
