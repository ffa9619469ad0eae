import type { LockedUser } from "../account/user/user-store.js";
import type { Client } from "../kernel/client.js";
import type { Continuation } from "../kernel/continuation.js";
import type { ApplicationError } from "../kernel/errors.js";
import type { PasskeyId } from "../kernel/ids.js";
import type { FeatureSignInMethod, SignInMethod } from "./sign-in-methods.js";

/** A completed authentication, which is to become a session. */
export interface Authentication {
  /** Locked, so that a sign-in and a deletion of the same user run one after the other. */
  readonly user: LockedUser;
  /**
   * Whether this transaction created the user, who then has no earlier sessions and browsers.
   * Default: no.
   */
  readonly isNew?: boolean;
  readonly method: SignInMethod | FeatureSignInMethod;
  readonly client: Client;
  /**
   * What the sign-in says about `rememberMe`. Without it an existing session stays as it was, and a
   * new one is remembered.
   */
  readonly remembered?: boolean | undefined;
  /** Of a sign-in by passkey: the passkey, and what its assertion showed. */
  readonly passkey?: AssertedPasskey | undefined;
  /** An account of an external provider that the session's opening links to the user. */
  readonly link?: AwaitedLink | undefined;
  /**
   * Where the sign-in leads, as the request named it: a gate that withholds it keeps it. Checked when
   * it is used. Default: nowhere.
   */
  readonly redirectTo?: string | null | undefined;
}

/**
 * An account of an external provider that a sign-in would link to its user. A gate that withholds the
 * sign-in keeps it, and the completion links it.
 */
export interface AwaitedLink {
  readonly providerId: string;
  /** The account's id at the provider. */
  readonly subject: string;
  /** What the provider has granted. */
  readonly scopes: readonly string[];
}

/** The passkey of a sign-in. */
export interface AssertedPasskey {
  readonly id: PasskeyId;
  /** Whether the authenticator verified its user: UV of the assertion. */
  readonly userVerified: boolean;
  /** `Passkey.uvInitialized`, before the sign-in. */
  readonly uvInitialized: boolean;
}

/**
 * Whether a sign-in is first and second proof at once: by a passkey whose user verification may be
 * relied on, and took place (WebAuthn Level 3 §4).
 */
export const countsAsTwo = ({ passkey }: Pick<Authentication, "passkey">): boolean =>
  passkey !== undefined && passkey.userVerified && passkey.uvInitialized;

/**
 * Why a right credential opens no session: the user is suspended, has an unverified email address
 * where the application requires verified ones, has enrolled a second factor of a feature that is
 * not there, or the gate of a feature asks for more.
 */
export type WithheldReason = Withheld["withheld"];

/** A completed authentication that opened no session. */
export type Withheld = WithheldByBase | WithheldByFeature;

/** Withheld by a rule of the base. */
export interface WithheldByBase {
  readonly withheld: "suspended" | "unverified" | "second-factor";
}

/** Withheld by the gate of a feature. */
export interface WithheldByFeature {
  readonly withheld: "by-feature";
  /** The name of the feature. */
  readonly feature: string;
  /** What programs are answered. */
  readonly error: ApplicationError | "SECOND_FACTOR_REQUIRED";
  readonly continuation: Continuation;
}
