import type { FreshCaller } from "../../account/session/session.js";
import type { Client } from "../../kernel/client.js";
import { after } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import type { OAuthStateId } from "../../kernel/ids.js";
import type { AuthorizationRequest, IdentityProvider } from "../../ports/identity-provider.js";
import type { Destinations } from "../../ports/links.js";
import type { Env } from "../../store/env.js";
import { bindBrowser, type BrowserBinding } from "../browser/bind-browser.js";
import { sealState } from "./sealed-state.js";

export interface AuthorizationInput {
  readonly provider: IdentityProvider;
  readonly destinations: Destinations;
  /** The caller to whom an account is linked; null for a sign-in. */
  readonly linkingUser: FreshCaller | null;
}

/** Where to send the browser, and what identifies that browser at the callback. */
export interface StartedAuthorization {
  /** The provider's authorization URL. */
  readonly url: string;
  /** Goes into the browser's cookie. */
  readonly browser: BrowserBinding;
}

/**
 * Starts an authorization flow: stores its state and returns the provider's URL.
 *
 * @throws {AuthError} `UNAVAILABLE` when the provider cannot be reached.
 */
export async function startAuthorization(
  env: Env,
  { provider, destinations, linkingUser }: AuthorizationInput,
  client: Client,
): Promise<StartedAuthorization> {
  const { store, clock, random, digest, policy, logger } = env;
  const request = composeRequest(env, provider);
  const verdict = await provider.authorizationUrl(request);
  if (!verdict.ok) {
    logger.error("provider_failed", {
      provider: provider.id,
      reason: verdict.reason,
      detail: verdict.detail,
    });
    throw new AuthError("UNAVAILABLE");
  }

  const browser = bindBrowser(env, client);
  const id = random.id<OAuthStateId>();
  const createdAt = clock.now();
  await store.oauthStates.insert({
    id,
    createdAt,
    providerId: provider.id,
    browserHash: browser.hash,
    userId: linkingUser?.user.id ?? null,
    stateHash: digest.token(request.state),
    sealed: sealState(env, id, {
      nonce: request.nonce.reveal(),
      codeVerifier: request.codeVerifier.reveal(),
      destinations,
      linkingSession: linkingUser?.session.id ?? null,
    }),
    expiresAt: after(createdAt, policy.oauthStateLifetime),
  });
  return { url: verdict.value, browser };
}

const composeRequest = (
  { random, policy, links }: Pick<Env, "random" | "policy" | "links">,
  { id }: IdentityProvider,
): AuthorizationRequest => ({
  state: random.token(policy.oauthStateBytes),
  nonce: random.token(policy.oauthNonceBytes),
  codeVerifier: random.token(policy.oauthVerifierBytes),
  redirectUri: links.oauthCallback(id),
});
