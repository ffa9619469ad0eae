import type { LockedUser } from "../account/user/user-store.js";
import type { Client } from "../kernel/client.js";
import type { Continuation } from "../kernel/continuation.js";
import type { ApplicationError } from "../kernel/errors.js";
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
}

/**
 * Why a right credential opens no session: the user is suspended, has an unverified email address
 * where the application requires verified ones, or the gate of a feature asks for more.
 */
export type WithheldReason = Withheld["withheld"];

/** A completed authentication that opened no session. */
export type Withheld = WithheldByBase | WithheldByFeature;

/** Withheld by a rule of the base. */
export interface WithheldByBase {
  readonly withheld: "suspended" | "unverified";
}

/** Withheld by the gate of a feature. */
export interface WithheldByFeature {
  readonly withheld: "by-feature";
  /** The name of the feature. */
  readonly feature: string;
  /** What programs are answered. */
  readonly error: ApplicationError;
  readonly continuation: Continuation;
}
