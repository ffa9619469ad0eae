/**
 * The pages of two-step verification, for `createPages({ features: [secondFactorPages] })`.
 *
 * @packageDocumentation
 */
import { cancelRecovery, recoveryBanner } from "./cancel-recovery.js";
import { pages } from "./define.js";
import { neededSecondFactor } from "./needed.js";
import { requireSecondFactor, settingsSection } from "./organization.js";
import { proofSection, proveSecondFactor } from "./prove.js";
import { secondFactorRecovery } from "./recovery.js";
import { recoveryCodes } from "./recovery-codes.js";
import { removeSecondFactor } from "./remove.js";
import { secondFactor } from "./second-factor.js";
import { securitySection } from "./security-section.js";
import { newSecondFactor } from "./set-up.js";

/**
 * The pages of two-step verification: asking for the second proof, the way back without it, setting
 * it up and turning it off, and requiring it in an organization.
 * @example
 * const pages = createPages({ features: [secondFactorPages] });
 * app.use(mount(createSurface({ auth, site, pages })));
 */
export const secondFactorPages = pages({
  pages: [
    secondFactor,
    secondFactorRecovery,
    proveSecondFactor,
    newSecondFactor,
    recoveryCodes,
    removeSecondFactor,
    neededSecondFactor,
    cancelRecovery,
    requireSecondFactor,
  ],
  sections: { security: securitySection, settings: settingsSection, confirm: proofSection },
  banner: { place: "first", compose: recoveryBanner },
  refusals: ({ refusals }) => refusals,
  events: ({ events }) => events,
  leads: {
    SECOND_FACTOR_REQUIRED: "secondFactor",
    SECOND_FACTOR_NOT_ENROLLED: "neededSecondFactor",
  },
});
