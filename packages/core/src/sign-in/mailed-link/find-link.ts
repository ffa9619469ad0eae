import { isPast } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Stores } from "../../store/store.js";
import type { LinkPurpose, MailedLink } from "./mailed-link-store.js";

/**
 * Returns the link with that token, whether or not the session that it is bound to still lives.
 * @throws {AuthError} `INVALID_TOKEN`, for unknown, used and expired links alike
 */
export async function findLink(
  { mailedLinks }: Pick<Stores, "mailedLinks">,
  { clock, digest }: World,
  purpose: LinkPurpose,
  token: Secret,
): Promise<MailedLink> {
  const link = await mailedLinks.find(purpose, digest.token(token));
  if (!link || isPast(link.expiresAt, clock.now())) throw new AuthError("INVALID_TOKEN");
  return link;
}
