import {
  type Authentication,
  countsAsTwo,
  type ProvenAnswer,
  type SecretHash,
  type Withholding,
} from "@acme/auth-core";
import { after } from "@acme/auth-core/surface";
import { endRecovery } from "./end-recovery.js";
import { PENDING_TOKEN_BYTES } from "./limits.js";
import { listMethods } from "./list-methods.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";
import type { PendingSignInId } from "./second-factor-ids.js";

/**
 * Decides whether a sign-in waits for a second proof: of a user who has enrolled one, by anything
 * but a passkey that counts as two. What the first proof said is kept until the completion.
 */
export async function holdSignIn(
  tx: FactorTx,
  world: FactorWorld,
  authentication: Authentication,
): Promise<"open" | ProvenAnswer | Withholding> {
  const { user, client } = authentication;
  if (countsAsTwo(authentication)) {
    // Who proves a factor has not lost it. It ends once, however often this is asked.
    if (user.recoveryDueAt) await endRecovery(tx, world, { user, ended: "proof", client });
    return { proven: { method: null, at: world.clock.now() } };
  }
  if (!user.secondFactorSince) return "open";
  const methods = await listMethods(tx, world, user.id);
  const token = world.random.token(PENDING_TOKEN_BYTES);
  await keep(tx, world, authentication, world.digest.token(token));
  return {
    error: "SECOND_FACTOR_REQUIRED",
    cookie: { value: token, lifetime: world.limits.pendingSignInLifetime },
    ...(world.url === null ? {} : { url: world.url }),
    reply: { twoFactorRedirect: true, twoFactorMethods: methods },
  };
}

/** Stores what the first proof said, and ends the oldest beyond the limit. */
async function keep(
  tx: FactorTx,
  { clock, random, digest, limits }: FactorWorld,
  { user, client, ...first }: Authentication,
  tokenHash: SecretHash,
): Promise<void> {
  const now = clock.now();
  const { sessionToken } = client;
  const presented = sessionToken && (await tx.sessions.findLive(digest.token(sessionToken), now));
  await tx.pendingSignIns.insert({
    id: random.id<PendingSignInId>(),
    tokenHash,
    userId: user.id,
    method: first.method,
    passkeyId: first.passkey?.id ?? null,
    userVerified: first.passkey?.userVerified ?? false,
    link: first.link ?? null,
    remembered: first.remembered ?? null,
    redirectTo: first.redirectTo ?? null,
    sessionId: presented?.id ?? null,
    triesLeft: limits.pendingTries,
    createdAt: now,
    expiresAt: after(now, limits.pendingSignInLifetime),
  });
  await tx.pendingSignIns.deleteOldest(user.id, limits.pendingSignInsPerUser);
}
