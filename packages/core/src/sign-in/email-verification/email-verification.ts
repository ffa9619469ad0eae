import { recordEvent } from "../../background/audit-log/record-event.js";
import { readerLanguage } from "../../background/language/reader-language.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import {
  type EmailAddress,
  maskEmailAddress,
  parseEmailAddress,
} from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import { enqueueVerification } from "./enqueue-verification.js";
import { signVerification } from "./sign-verification.procedure.js";

/** The claims of a verification link. Its signature was checked. */
export interface VerificationClaims {
  readonly userId: UserId;
  readonly email: EmailAddress;
  readonly redirectTo: string | null;
}

/** Verification of email addresses by a signed link. */
export interface EmailVerification {
  /**
   * Mails the link again, if the email address belongs to a user and is not verified yet. The
   * answer and the work are the same in every case.
   *
   * @param redirectTo Where the page of the link sends the browser afterwards; null for nowhere.
   * @throws {AuthError} `TOO_MANY_REQUESTS` when the client has caused too many mails.
   */
  resend(email: EmailAddress, redirectTo: string | null, client: Client): Promise<void>;

  /**
   * Returns what the link would verify. Changes nothing.
   *
   * @throws {AuthError} `INVALID_TOKEN`, `TOKEN_EXPIRED`
   */
  inspect(token: Secret): Promise<VerificationClaims>;

  /**
   * Returns where the page of a link sends the browser, even when the link has expired; null when
   * the link is not signed by this service, or names no target.
   */
  destination(token: Secret): Promise<string | null>;

  /**
   * Verifies the email address that the link was mailed to. It can be repeated while the link
   * lives, and opens no session.
   *
   * @throws {AuthError} `INVALID_TOKEN`, `TOKEN_EXPIRED`
   * @example
   * const { email } = await auth.emailVerification.verify(new Secret(token), client);
   */
  verify(token: Secret, client: Client): Promise<VerificationClaims>;
}

export function createEmailVerification(env: Env): EmailVerification {
  const { store, clock, random, tokenSigner, logger } = env;

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
        language: readerLanguage(user, client),
      }),
    );
    env.nudge();
    logger.info("verification_requested", { to: maskEmailAddress(email) });
  }

  async function inspect(token: Secret): Promise<VerificationClaims> {
    const verdict = await tokenSigner.verify("email-verification", token, clock.now());
    if (!verdict.valid)
      throw new AuthError(verdict.reason === "expired" ? "TOKEN_EXPIRED" : "INVALID_TOKEN");
    const { subject, email, redirectTo } = verdict.claims;
    const parsed = parseEmailAddress(email ?? "");
    const user = parsed && (await store.users.findByEmail(parsed));
    if (!user || user.id !== subject) throw new AuthError("INVALID_TOKEN");
    return { userId: user.id, email: user.email, redirectTo: redirectTo ?? null };
  }

  async function destination(token: Secret): Promise<string | null> {
    const verdict = await tokenSigner.verify("email-verification", token, clock.now());
    return "claims" in verdict ? (verdict.claims.redirectTo ?? null) : null;
  }

  async function verify(token: Secret, client: Client): Promise<VerificationClaims> {
    const claims = await inspect(token);
    await store.transaction(async (tx) => {
      const user = await tx.users.lock(claims.userId);
      if (!user || user.email !== claims.email) throw new AuthError("INVALID_TOKEN");
      if (user.emailVerified) return;
      await tx.users.markVerified(user.id, clock.now());
      await recordEvent(tx, env, { event: "email.verified", userId: user.id, client, detail: {} });
    });
    logger.info("email_verified", { userId: claims.userId });
    return claims;
  }

  return { resend, inspect, destination, verify };
}
