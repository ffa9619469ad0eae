import type { Client } from "../../kernel/client.js";
import type { Secret, SecretHash } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";

const TOKEN_SHAPE = /^[\w-]{43}$/;

/**
 * Identifies one browser between the two halves of a ceremony or an authorization flow. Only the
 * browser keeps the token.
 */
export interface BrowserBinding {
  readonly token: Secret;
  readonly hash: SecretHash;
}

/**
 * Returns the token that is presented with the request, so that two tabs share it; a new one
 * otherwise.
 */
export function bindBrowser(
  { random, digest, policy }: World,
  { browserToken }: Client,
): BrowserBinding {
  const usable = browserToken !== null && TOKEN_SHAPE.test(browserToken.reveal());
  const token = usable ? browserToken : random.token(policy.browserTokenBytes);
  return { token, hash: digest.token(token) };
}

/** Whether the request presents the token that `hash` was made of. */
export const isSameBrowser = (
  { digest }: World,
  { browserToken }: Client,
  hash: SecretHash | null,
): boolean => browserToken !== null && digest.token(browserToken) === hash;
