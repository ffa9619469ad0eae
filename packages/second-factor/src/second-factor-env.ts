import type { FeatureEnv, TxWith } from "@acme/auth-core";
import type { TotpEnrolmentStore } from "./enrolment-store.js";
import type { SecondFactorLimit } from "./limits.js";
import type { PendingSignInStore } from "./pending-sign-in-store.js";
import type { RecoveryCodeStore } from "./recovery-code-store.js";
import type { RecoveryStore } from "./recovery-store.js";
import type { Hmac } from "./totp.js";
import type { TotpSecretStore } from "./totp-secret-store.js";

/** The stores of the second factor, beside those of the base. */
export interface SecondFactorStores {
  readonly totpSecrets: TotpSecretStore;
  readonly recoveryCodes: RecoveryCodeStore;
  readonly totpEnrolments: TotpEnrolmentStore;
  readonly pendingSignIns: PendingSignInStore;
  readonly recoveries: RecoveryStore;
}

/** A transaction with the stores of the second factor. */
export type FactorTx = TxWith<SecondFactorStores>;

/** What the use cases of the second factor are built from. */
export interface SecondFactorEnv extends FeatureEnv<SecondFactorStores, SecondFactorLimit> {
  /** HMAC-SHA-1, by which codes of authenticator apps are made. */
  readonly hmac: Hmac;
  /** The page of the front end that asks for the second proof; null for none. */
  readonly url: string | null;
}

/** What a step of the second factor may use beside its transaction. */
export type FactorWorld = Omit<SecondFactorEnv, "store" | "scheduler" | "nudge">;
