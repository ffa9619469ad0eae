import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import { MINUTE, wholeUnits } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

/** The token that a verification link carries. */
export interface VerificationLink {
  readonly token: Secret;
  readonly expiresAt: Date;
}

export interface VerificationMail {
  readonly to: EmailAddress;
  readonly link: VerificationLink;
  /** False queues a mail that is never sent, so that both cases cost the same. */
  readonly wanted: boolean;
  /** As `readerLanguage` returns it. */
  readonly language: string | null;
}

/** Queues the mail with a verification link. */
export async function enqueueVerification(
  tx: Tx,
  world: World,
  { to, link, wanted, language }: VerificationMail,
): Promise<void> {
  const data = {
    token: link.token.reveal(),
    minutes: wholeUnits(world.policy.verificationLinkLifetime, MINUTE),
  };
  await enqueueMail(
    tx,
    world,
    wanted
      ? { template: "verify-email", to, data, carries: null, language }
      : { template: "none", to },
    link.expiresAt,
  );
}
