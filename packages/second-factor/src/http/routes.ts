import type { CorePermission } from "@acme/auth-core";
import type { FeatureRoutes } from "@acme/auth-http";
import * as enrolling from "./enrolling.routes.js";
import * as factors from "./factors.routes.js";
import * as pending from "./pending.routes.js";
import * as proving from "./proving.routes.js";
import * as recovery from "./recovery.routes.js";
import { shown } from "./shown.js";
import * as veto from "./veto.routes.js";
import type { WithSecondFactor } from "./with-second-factor.js";

/**
 * The routes of the second factor: those that the official better-auth client calls, those of a page
 * that asks for a second proof, and those of the way back.
 * @example
 * const surface = createSurface({ auth, site, features: [secondFactorRoutes] });
 */
export const secondFactorRoutes: FeatureRoutes<CorePermission, WithSecondFactor> = {
  title: "Second factor",
  description: "Setting up a second factor, signing in with it, and the way back without it.",
  feature: "secondFactor",
  shown,
  withheldReply: pending.withheldReply,
  atSignOut: pending.discardPendingSignIn,
  routes: {
    twoFactor: {
      enable: enrolling.enable,
      verifyTotp: proving.verifyTotp,
      verifyBackupCode: proving.verifyBackupCode,
      getTotpUri: enrolling.getTotpUri,
      generateBackupCodes: enrolling.generateBackupCodes,
      disable: enrolling.disable,
      sendOtp: proving.sendOtp,
      verifyOtp: proving.verifyOtp,
    },
    secondFactor: {
      readPendingSignIn: pending.readPendingSignIn,
      discardPendingSignIn: pending.discardPendingSignIn,
      readFactors: factors.readFactors,
    },
    recovery: {
      startRecovery: recovery.startRecovery,
      completeRecovery: recovery.completeRecovery,
      readRecovery: recovery.readRecovery,
      vetoRecovery: recovery.vetoRecovery,
      openVetoLink: veto.openVetoLink,
      submitVeto: veto.submitVeto,
    },
  },
};

export type { WithSecondFactor } from "./with-second-factor.js";
