import { after, MINUTE, wholeUnits } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

export interface VerificationRequest {
  readonly userId: UserId;
  readonly email: EmailAddress;
  /** Where the browser goes after the page's button. */
  readonly redirectTo: string | null;
}

export interface VerificationLink {
  readonly token: Secret;
  readonly expiresAt: Date;
}

/** Signs the link of a verification mail. Before the transaction: signing waits for another thread. */
export async function signVerification(
  { clock, policy, tokenSigner }: Env,
  { userId, email, redirectTo }: VerificationRequest,
): Promise<VerificationLink> {
  const issuedAt = clock.now();
  const expiresAt = after(issuedAt, policy.verificationLinkLifetime);
  const claims = { subject: userId, email, ...(redirectTo !== null && { redirectTo }) };
  return {
    token: await tokenSigner.sign("email-verification", claims, { issuedAt, expiresAt }),
    expiresAt,
  };
}

/** Queues the mail with the link; where `wanted` is false, one that nobody gets. */
export async function enqueueVerification(
  tx: Tx,
  world: World,
  {
    to,
    link,
    wanted,
  }: { readonly to: EmailAddress; readonly link: VerificationLink; readonly wanted: boolean },
): Promise<void> {
  const data = {
    token: link.token.reveal(),
    minutes: wholeUnits(world.policy.verificationLinkLifetime, MINUTE),
  };
  await enqueueMail(
    tx,
    world,
    wanted ? { template: "verify-email", to, data, carries: null } : { template: "none", to },
    link.expiresAt,
  );
}
