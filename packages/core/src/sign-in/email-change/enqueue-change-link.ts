import type { LockedUser } from "../../account/user/user-store.js";
import { readerLanguage } from "../../background/language/reader-language.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import type { Client } from "../../kernel/client.js";
import { MINUTE, wholeUnits } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { SessionId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { issueLink } from "../mailed-link/issue-link.js";

export interface ChangeLink {
  readonly user: LockedUser;
  /** The session with which the link ends. */
  readonly sessionId: SessionId;
  readonly to: EmailAddress;
  readonly redirectTo: string | null;
  readonly client: Client;
}

/**
 * Issues a link that changes the email address, and mails it to the new one. For a taken one it
 * does the same work and mails nothing.
 */
export async function enqueueChangeLink(
  tx: Tx,
  world: World,
  { user, sessionId, to, redirectTo, client }: ChangeLink,
): Promise<void> {
  const taken = await tx.users.findByEmail(to);
  const lifetime = world.policy.emailChangeLifetime;
  const owner = { subject: user.id, userId: user.id, sessionId };
  const link = await issueLink(tx, world, {
    purpose: "email-change",
    ...owner,
    email: to,
    redirectTo,
    lifetime,
  });
  const token = link.token.reveal();
  const data = { token, from: user.email, minutes: wholeUnits(lifetime, MINUTE) };
  const carries = { kind: "mailed-link", id: link.id } as const;
  const language = readerLanguage(user, client);
  await enqueueMail(
    tx,
    world,
    taken ? { template: "none", to } : { template: "email-change", to, data, carries, language },
    link.expiresAt,
  );
}
