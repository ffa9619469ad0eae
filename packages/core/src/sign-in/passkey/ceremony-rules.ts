import type { ClientData, RelyingParty } from "../../ports/webauthn.js";
import type { Passkey } from "./passkey-store.js";

/** WebAuthn Level 3 §7.1 steps 9–11 and §7.2 steps 12–14: ceremonies happen on our own pages, and in no frame. Null when they do. */
export function checkOrigin(
  { origin, crossOrigin, topOrigin }: ClientData,
  { origins }: RelyingParty,
): "origin" | "cross-origin" | null {
  if (!origins.includes(origin)) return "origin";
  return crossOrigin || topOrigin !== null ? "cross-origin" : null;
}

/** §7.2 step 22: a counter only ever grows, where the authenticator keeps one at all. One that does not tells of a copy. */
export const isCounterAhead = (known: number, presented: number): boolean =>
  (known === 0 && presented === 0) || presented > known;

export interface PresentedHandle {
  readonly userHandle: string | null;
  /** Whose passkeys the browser was told to use; null when it chose by itself. */
  readonly listedFor: Passkey["userId"] | null;
}

/**
 * §7.2 steps 5 and 6: the passkey belongs to the user that was meant. An authenticator that was told which passkey to use may leave its handle out; one
 * that chose by itself must name the owner. An imported passkey has no handle yet and may present its first.
 */
export function isOwnedBy(
  { userId, userHandle }: Pick<Passkey, "userId" | "userHandle">,
  presented: PresentedHandle,
): boolean {
  if (presented.listedFor !== null && presented.listedFor !== userId) return false;
  if (presented.userHandle === null) return presented.listedFor === userId || userHandle === null;
  return userHandle === null || presented.userHandle === userHandle;
}
