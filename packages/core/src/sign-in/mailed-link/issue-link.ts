import { after } from "../../kernel/duration.js";
import type { MailedLinkId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { CheckedMailedLink } from "./mailed-link-store.js";

/** A link to issue. `lifetime` is in milliseconds. */
export type NewLink = Pick<CheckedMailedLink, "purpose" | "subject" | "email" | "userId"> &
  Partial<Pick<CheckedMailedLink, "redirectTo" | "name" | "sessionId">> & {
    readonly lifetime: number;
  };

/**
 * Stores a link in the place of any earlier one. Returns its token, which is mailed and stored
 * nowhere.
 */
export async function issueLink(
  tx: Tx,
  { clock, random, digest, policy }: World,
  { lifetime, redirectTo = null, name = null, sessionId = null, ...link }: NewLink,
): Promise<{ readonly id: MailedLinkId; readonly token: Secret; readonly expiresAt: Date }> {
  const token = random.token(policy.linkTokenBytes);
  const id = random.id<MailedLinkId>();
  const createdAt = clock.now();
  const expiresAt = after(createdAt, lifetime);
  await tx.mailedLinks.replace({
    ...link,
    redirectTo,
    name,
    sessionId,
    id,
    tokenHash: digest.token(token),
    createdAt,
    expiresAt,
  });
  return { id, token, expiresAt };
}
