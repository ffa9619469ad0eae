import { type Client, isWithheld, type Withheld } from "@acme/auth-core";
import { endRecovery } from "./end-recovery.js";
import { secondFactorEvents } from "./events.js";
import type { LockedPending } from "./pending-token.js";
import type { CompletedSignIn } from "./second-factor-api.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

/** A sign-in that waited, and what completes it. */
export interface ShownSecond extends LockedPending {
  readonly client: Client;
  /** By what the second proof was made. */
  readonly by: "totp" | "recovery-code";
}

/** Opens the session of a sign-in whose second proof was right, as its first proof would have. */
export async function completePending(
  tx: FactorTx,
  world: FactorWorld,
  { pending, user, client, by }: ShownSecond,
): Promise<CompletedSignIn | Withheld> {
  await tx.pendingSignIns.consume(pending.id);
  // Verified beside another proof of the same user (WebAuthn Level 3 §4).
  if (pending.passkeyId && pending.userVerified)
    await tx.passkeys.markUvInitialized(pending.passkeyId);
  if (user.recoveryDueAt) await endRecovery(tx, world, { user, ended: "proof", client });
  await world.recordEvent(tx, {
    event: secondFactorEvents["second_factor.proved"],
    userId: user.id,
    organizationId: null,
    client,
    detail: { method: by },
  });
  const { method, link, remembered, redirectTo } = pending;
  const authentication = {
    user,
    method,
    client,
    ...(remembered === null ? {} : { remembered }),
    ...(link ? { link } : {}),
  };
  const proof = { method: by, at: world.clock.now() };
  const signedIn = await world.completeSignIn(tx, authentication, proof);
  return isWithheld(signedIn) ? signedIn : { during: "sign-in", signedIn, redirectTo };
}
