import type {
  AuthenticatorHint,
  ClientData,
  RegistrationRequest,
  RelyingParty,
} from "../../ports/webauthn.js";
import type { Passkey } from "./passkey-store.js";

/**
 * Returns null when the ceremony took place on a page of the relying party and outside foreign
 * frames; otherwise the reason (WebAuthn Level 3 §7.1 steps 9–11, §7.2 steps 12–14).
 */
export function checkOrigin(
  { origin, crossOrigin, topOrigin }: ClientData,
  { origins }: RelyingParty,
): "origin" | "cross-origin" | null {
  if (!origins.includes(origin)) return "origin";
  return crossOrigin || topOrigin !== null ? "cross-origin" : null;
}

/**
 * Whether a signature counter has grown, where the authenticator keeps one at all (§7.2 step 22).
 * One that has not shows that there is a copy of the passkey.
 */
export const isCounterAhead = (known: number, presented: number): boolean =>
  (known === 0 && presented === 0) || presented > known;

/** The user handle of an assertion, and for whom the options were. */
export interface PresentedHandle {
  readonly userHandle: string | null;
  /** The user whose passkeys were listed to the browser; null when it chose by itself. */
  readonly listedFor: Passkey["userId"] | null;
}

/**
 * Whether the passkey belongs to the user who was meant (§7.2 steps 5 and 6). An authenticator that
 * was told which passkey to use may leave the handle out; one that chose by itself must present the
 * owner's. An imported passkey has no handle yet and may present its first.
 */
export function isOwnedBy(
  { userId, userHandle }: Pick<Passkey, "userId" | "userHandle">,
  presented: PresentedHandle,
): boolean {
  if (presented.listedFor !== null && presented.listedFor !== userId) return false;
  if (presented.userHandle === null) return presented.listedFor === userId || userHandle === null;
  return userHandle === null || presented.userHandle === userHandle;
}

/** What browsers from before there were hints are told instead of the first one. */
const ATTACHMENTS: Readonly<Record<AuthenticatorHint, RegistrationRequest["attachment"]>> = {
  "client-device": "platform",
  "security-key": "cross-platform",
  hybrid: "cross-platform",
};

/** Returns the kind of authenticator that the first hint means; null without hints. */
export const attachmentOf = ([
  first,
]: readonly AuthenticatorHint[]): RegistrationRequest["attachment"] =>
  first === undefined ? null : ATTACHMENTS[first];
