import type { Secret, SecretHash } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Client } from "../../kernel/client.js";

const TOKEN_SHAPE = /^[\w-]{43}$/;

/** What tells one browser from others between the two halves of a ceremony. The token is kept by the browser alone. */
export interface BrowserBinding {
  readonly token: Secret;
  readonly hash: SecretHash;
}

/** The token that came along, so that two tabs do not take each other's; a new one otherwise. */
export function bindBrowser(
  { random, digest, policy }: World,
  { browserToken }: Client,
): BrowserBinding {
  const usable = browserToken !== null && TOKEN_SHAPE.test(browserToken.reveal());
  const token = usable ? browserToken : random.token(policy.browserTokenBytes);
  return { token, hash: digest.token(token) };
}

/** Whether the request comes from the browser that `hash` was made for. */
export const isSameBrowser = (
  { digest }: World,
  { browserToken }: Client,
  hash: SecretHash | null,
): boolean => browserToken !== null && digest.token(browserToken) === hash;
