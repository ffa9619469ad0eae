import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import { MINUTE, wholeUnits } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { issueLink } from "../mailed-link/issue-link.js";

export interface ResetLink {
  readonly email: EmailAddress;
  /** The user whose password the link sets; null when no user has the email address. */
  readonly userId: UserId | null;
  /** Where the link leads; null for the page of the application. */
  readonly redirectTo: string | null;
  /** As `readerLanguage` returns it. */
  readonly language: string | null;
  /** The mail that brings it, to a user. */
  readonly template: "password-reset-link" | "account-created";
}

/**
 * Issues a link that sets a new password, and mails it. For an email address without a user it does
 * the same work and mails nothing.
 */
export async function enqueueResetLink(
  tx: Tx,
  world: World,
  { email, userId, redirectTo, language, template }: ResetLink,
): Promise<void> {
  const lifetime = world.policy.passwordResetLifetime;
  const link = await issueLink(tx, world, {
    purpose: "password-reset",
    subject: email,
    email,
    userId,
    redirectTo,
    lifetime,
  });
  const data = { token: link.token.reveal(), redirectTo, minutes: wholeUnits(lifetime, MINUTE) };
  const carries = { kind: "mailed-link", id: link.id } as const;
  await enqueueMail(
    tx,
    world,
    userId ? { template, to: email, data, carries, language } : { template: "none", to: email },
    link.expiresAt,
  );
}
