import type { Client } from "../../kernel/client.js";
import { Secret } from "../../kernel/secret.js";
import type {
  AuthorizationRequest,
  ExternalIdentity,
  IdentityProvider,
} from "../../ports/identity-provider.js";
import type { Destinations } from "../../ports/links.js";
import type { Env } from "../../store/env.js";
import { isSameBrowser } from "../browser/bind-browser.js";
import type { LinkingSession } from "./link-account.js";
import { describeProviderError, type OAuthFault, parseProviderError } from "./oauth-fault.js";
import { openName } from "./sealed-name.js";
import { openState } from "./sealed-state.js";

export interface OAuthCallback {
  /** The query parameters of the callback URL, without repeated ones. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly client: Client;
}

/** What a callback proves. `detail` is for the operator's log. */
export type RedeemedCallback =
  | {
      readonly ok: true;
      readonly identity: ExternalIdentity;
      readonly destinations: Destinations;
      /** The session that links an account; null for a sign-in. */
      readonly linking: LinkingSession | null;
    }
  | {
      readonly ok: false;
      readonly reason: OAuthFault;
      readonly detail: string;
      /** Null when the callback belongs to no authorization request of this browser. */
      readonly destinations: Destinations | null;
    };

/**
 * Exchanges a callback for the identity that the provider vouches for. The state is used up,
 * whatever comes of it: of many racing calls with one state exactly one reaches the provider.
 */
export async function redeemCallback(
  env: Env,
  provider: IdentityProvider,
  { parameters, client }: OAuthCallback,
): Promise<RedeemedCallback> {
  const started = await consumeState(env, provider, { state: parameters["state"] ?? "", client });
  if (!started)
    return { ok: false, reason: "state_mismatch", detail: "state_mismatch", destinations: null };
  const { request, destinations, linking } = started;
  const { error } = parameters;
  if (error !== undefined) {
    const [reason, detail] = [parseProviderError(error), describeProviderError(error)];
    return { ok: false, reason, detail, destinations };
  }
  const { name, callback } = takeName(env, provider, parameters);
  const identified = await provider.identify(callback, request);
  if (!identified.ok) return { ...identified, destinations };
  const identity = { ...identified.value, name: identified.value.name ?? name };
  return { ok: true, identity, destinations, linking };
}

/**
 * Takes the name that came by a form from the parameters of a callback; null where none came, or one
 * that was not sealed for this state.
 */
function takeName(
  env: Env,
  { id, formPost }: IdentityProvider,
  parameters: OAuthCallback["parameters"],
): { readonly name: string | null; readonly callback: OAuthCallback["parameters"] } {
  if (!formPost) return { name: null, callback: parameters };
  const { name: sealed, ...callback } = parameters;
  const state = parameters["state"] ?? "";
  const name = sealed === undefined ? null : openName(env, sealed, { providerId: id, state });
  return { name, callback };
}

interface StartedRequest {
  readonly request: AuthorizationRequest;
  readonly destinations: Destinations;
  readonly linking: LinkingSession | null;
}

/**
 * Removes the state and returns what was started with it; null unless it was this browser, with
 * this provider.
 */
async function consumeState(
  env: Env,
  provider: IdentityProvider,
  presented: { readonly state: string; readonly client: Client },
): Promise<StartedRequest | null> {
  const { store, clock, digest, links } = env;
  const state = new Secret(presented.state);
  const row = await store.oauthStates.consume(digest.token(state), clock.now());
  if (
    !row ||
    row.providerId !== provider.id ||
    !isSameBrowser(env, presented.client, row.browserHash)
  )
    return null;
  const opened = openState(env, row);
  if (!opened) return null;
  return {
    request: {
      state,
      nonce: new Secret(opened.nonce),
      codeVerifier: new Secret(opened.codeVerifier),
      redirectUri: links.oauthCallback(provider.id),
    },
    destinations: opened.destinations,
    linking: row.userId && { userId: row.userId, sessionId: opened.linkingSession },
  };
}
