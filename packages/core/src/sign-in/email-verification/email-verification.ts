import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import {
  maskEmailAddress,
  parseEmailAddress,
  type EmailAddress,
} from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import { enqueueVerification } from "./enqueue-verification.js";
import { signVerification } from "./sign-verification.procedure.js";

/** What a verification link says, once its signature has been checked. */
export interface VerificationClaims {
  readonly userId: UserId;
  readonly email: EmailAddress;
  readonly redirectTo: string | null;
}

export type EmailVerification = ReturnType<typeof createEmailVerification>;

export function createEmailVerification(env: Env) {
  const { store, clock, random, tokenSigner, logger } = env;

  /** Mails the link again, if the address belongs to a user and is not verified yet. The same answer and the same work in every case. */
  async function resend(
    email: EmailAddress,
    redirectTo: string | null,
    client: Client,
  ): Promise<void> {
    const budget = await spendMailBudget(store.counters, env, {
      email,
      purpose: "email-verification",
      client,
    });
    const user = await store.users.findByEmail(email);
    const link = await signVerification(env, {
      userId: user?.id ?? random.id<UserId>(),
      email,
      redirectTo,
    });
    await store.transaction((tx) =>
      enqueueVerification(tx, env, {
        to: email,
        link,
        wanted: budget.spent && user !== null && !user.emailVerified,
      }),
    );
    env.nudge();
    logger.info("verification_requested", { to: maskEmailAddress(email) });
  }

  /** What the link would verify; changes nothing. Throws `INVALID_TOKEN` or `TOKEN_EXPIRED`. */
  async function inspect(token: Secret): Promise<VerificationClaims> {
    const verdict = await tokenSigner.verify("email-verification", token, clock.now());
    if (!verdict.valid)
      throw new AuthError(verdict.reason === "expired" ? "TOKEN_EXPIRED" : "INVALID_TOKEN");
    const { subject, email, redirectTo } = verdict.claims;
    const address = parseEmailAddress(email ?? "");
    const user = address && (await store.users.findByEmail(address));
    if (!user || user.id !== subject) throw new AuthError("INVALID_TOKEN");
    return { userId: user.id, email: address, redirectTo: redirectTo ?? null };
  }

  /** Where a link of ours leads afterwards, even when it is dead by now; null when it is none of ours or leads nowhere. */
  async function destination(token: Secret): Promise<string | null> {
    const verdict = await tokenSigner.verify("email-verification", token, clock.now());
    return (
      (verdict.valid || verdict.reason === "expired" ? verdict.claims.redirectTo : null) ?? null
    );
  }

  /** Verifies the address the link was mailed to. Again and again while the link lives, and without opening a session. Throws like `inspect`. */
  async function verify(token: Secret, client: Client): Promise<VerificationClaims> {
    const claim = await inspect(token);
    await store.transaction(async (tx) => {
      const user = await tx.users.lock(claim.userId);
      if (!user || user.email !== claim.email) throw new AuthError("INVALID_TOKEN");
      if (user.emailVerified) return;
      await tx.users.markVerified(user.id, clock.now());
      await recordEvent(tx, env, { event: "email.verified", userId: user.id, client, detail: {} });
    });
    logger.info("email_verified", { userId: claim.userId });
    return claim;
  }

  return { resend, inspect, destination, verify };
}
