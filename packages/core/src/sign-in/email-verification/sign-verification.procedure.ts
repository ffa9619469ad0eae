import { after } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { VerificationLink } from "./enqueue-verification.js";

export interface VerificationInput {
  readonly userId: UserId;
  readonly email: EmailAddress;
  /** Where the page of the link sends the browser after the verification; null for nowhere. */
  readonly redirectTo: string | null;
}

/**
 * Signs the token of a verification link. It runs before the transaction, because signing waits for
 * another thread.
 */
export async function signVerification(
  { clock, policy, tokenSigner }: Env,
  { userId, email, redirectTo }: VerificationInput,
): Promise<VerificationLink> {
  const issuedAt = clock.now();
  const expiresAt = after(issuedAt, policy.verificationLinkLifetime);
  const claims = { subject: userId, email, ...(redirectTo !== null && { redirectTo }) };
  return {
    token: await tokenSigner.sign("email-verification", claims, { issuedAt, expiresAt }),
    expiresAt,
  };
}
