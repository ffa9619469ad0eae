import { bindBrowser, isSameBrowser, type BrowserBinding } from "../browser/bind-browser.js";
import type { Client } from "../../kernel/client.js";
import { after } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import type { OAuthStateId, UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import type { IdentityProvider, Trip } from "../../ports/identity-provider.js";
import type { Destinations } from "../../ports/links.js";
import type { FreshCaller } from "../../account/session/session.js";
import type { TripNotes } from "./trip.js";

export interface Departure {
  readonly provider: IdentityProvider;
  readonly destinations: Destinations;
  /** Who is linking an account; null for a sign-in. */
  readonly linker: FreshCaller | null;
}

/** Where the browser is sent, and what tells it from others when it is back. Throws `UNAVAILABLE` when the provider cannot be reached. */
export async function depart(
  env: Env,
  { provider, destinations, linker }: Departure,
  client: Client,
): Promise<{ readonly url: string; readonly browser: BrowserBinding }> {
  const { store, clock, random, digest, sealer, policy, links, logger } = env;
  const trip: Trip = {
    state: random.token(policy.oauthStateBytes),
    nonce: random.token(policy.oauthNonceBytes),
    codeVerifier: random.token(policy.oauthVerifierBytes),
    redirectUri: links.oauthCallback(provider.id),
  };
  const verdict = await provider.authorizationUrl(trip);
  if (!verdict.ok) {
    logger.error("provider_failed", {
      provider: provider.id,
      because: verdict.because,
      detail: verdict.detail,
    });
    throw new AuthError("UNAVAILABLE");
  }

  const browser = bindBrowser(env, client);
  const id = random.id<OAuthStateId>();
  const createdAt = clock.now();
  const notes: TripNotes = {
    nonce: trip.nonce.reveal(),
    codeVerifier: trip.codeVerifier.reveal(),
    destinations,
    linkingSession: linker?.session.id ?? null,
  };
  await store.oauthStates.insert({
    id,
    createdAt,
    providerId: provider.id,
    browserHash: browser.hash,
    userId: linker?.user.id ?? null,
    stateHash: digest.token(trip.state),
    sealed: sealer.seal("oauth-state", JSON.stringify(notes), id),
    expiresAt: after(createdAt, policy.oauthStateLifetime),
  });
  return { url: verdict.value, browser };
}

export interface Arrival {
  readonly trip: Trip;
  readonly destinations: Destinations;
  readonly linking: {
    readonly userId: UserId;
    readonly sessionId: TripNotes["linkingSession"];
  } | null;
}

/** The trip that the browser comes back from, used up by that; null when it brings no state of its own for this provider. */
export async function arrive(
  env: Env,
  provider: IdentityProvider,
  back: { readonly state: string; readonly client: Client },
): Promise<Arrival | null> {
  const { store, clock, digest, sealer, links } = env;
  const state = new Secret(back.state);
  const row = await store.oauthStates.consume(digest.token(state), clock.now());
  if (!row || row.providerId !== provider.id || !isSameBrowser(env, back.client, row.browserHash))
    return null;
  const opened = sealer.open("oauth-state", row.sealed, row.id);
  if (opened === null) return null;
  const { nonce, codeVerifier, destinations, linkingSession } = JSON.parse(opened) as TripNotes;
  return {
    trip: {
      state,
      nonce: new Secret(nonce),
      codeVerifier: new Secret(codeVerifier),
      redirectUri: links.oauthCallback(provider.id),
    },
    destinations,
    linking: row.userId && { userId: row.userId, sessionId: linkingSession },
  };
}
