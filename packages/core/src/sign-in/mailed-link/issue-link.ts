import { after } from "../../kernel/duration.js";
import type { MailedLinkId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { MailedLink } from "./mailed-link-store.js";

export type NewLink = Pick<MailedLink, "purpose" | "subject" | "email" | "userId"> &
  Partial<Pick<MailedLink, "redirectTo" | "name" | "sessionId">> & { readonly lifetime: number };

/** Stores a link that takes the place of any earlier one, and gives the token that is mailed and kept nowhere. */
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
