export type { TotpEnrolment, TotpEnrolmentStore } from "./enrolment-store.js";
export { secondFactorErrors } from "./errors.js";
export { secondFactorEvents } from "./events.js";
export { LIMITS as SECOND_FACTOR_LIMITS, type SecondFactorLimit } from "./limits.js";
export {
  type CompletedSignIn,
  type EnabledPasskey,
  type EnableInput,
  type FactorAttempt,
  type FactorProof,
  type FactorReset,
  type FactorResets,
  type FactorRotation,
  type Factors,
  type FactorsOfUser,
  type FactorViews,
  type Enrolling,
  type InspectedRecovery,
  type NewBackupCodes,
  type PasswordGiven,
  type PastRecovery,
  type PendingRecovery,
  type PendingSignIns,
  type PendingSignInView,
  type ProvenSession,
  type Proving,
  type Recovering,
  type RecoveryTimes,
  type ResealedBatch,
  SECOND_FACTOR_METHODS,
  type SecondFactor,
  type SecondFactorMethod,
  type StartedTotp,
  type StoredFactors,
} from "./second-factor-api.js";
export type { PendingSignIn, PendingSignInStore } from "./pending-sign-in-store.js";
export type { RecoveryCode, RecoveryCodeSet, RecoveryCodeStore } from "./recovery-code-store.js";
export type {
  EndedRecovery,
  Recovery,
  RecoveryEnd,
  RecoveryStore,
  VetoReason,
} from "./recovery-store.js";
export { secondFactor, type SecondFactorOptions } from "./second-factor.js";
export type { SecondFactorStores } from "./second-factor-env.js";
export type { PendingSignInId, RecoveryId } from "./second-factor-ids.js";
export type { TotpSecret, TotpSecretStore } from "./totp-secret-store.js";
