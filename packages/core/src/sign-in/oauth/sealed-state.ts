import type { OAuthStateId, SessionId } from "../../kernel/ids.js";
import type { Destinations } from "../../ports/links.js";
import type { World } from "../../store/env.js";
import type { OAuthState } from "./oauth-state-store.js";

/**
 * What must be known again at the callback. Stored sealed: its names are the names of stored JSON.
 */
export interface SealedState {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly destinations: Destinations;
  /** The fresh session that links an account; null for a sign-in. */
  readonly linkingSession: SessionId | null;
}

/** Seals the state for one row: the text does not open in another. */
export const sealState = ({ sealer }: World, id: OAuthStateId, state: SealedState): string =>
  sealer.seal("oauth-state", JSON.stringify(state), id);

/** Returns the state of the row; null when it was altered, or its key is no longer known. */
export function openState({ sealer }: World, { id, sealed }: OAuthState): SealedState | null {
  const opened = sealer.open("oauth-state", sealed, id);
  // Sealed under our own key, so only this service can have written it.
  return opened === null ? null : (JSON.parse(opened) as SealedState);
}
