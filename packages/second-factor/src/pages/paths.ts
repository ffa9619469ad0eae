/** Where the pages of the second factor are, below those of the package. */
export const PATHS = {
  secondFactor: "/second-factor",
  secondFactorRecovery: "/second-factor/recovery",
  proveSecondFactor: "/confirm/second-factor",
  newSecondFactor: "/account/security/second-factor/new",
  recoveryCodes: "/account/security/second-factor/codes",
  removeSecondFactor: "/account/security/second-factor/remove",
  neededSecondFactor: "/account/security/second-factor/needed",
  cancelRecovery: "/account/security/recovery/cancel",
  requireSecondFactor: "/organizations/:slug/settings/second-factor",
} as const;
