import { defineEvents } from "@acme/auth-core";

/**
 * What the second factor records in the audit log, for subscribers and webhooks. None can be refused.
 * @example
 * on(secondFactorEvents["second_factor.disabled"], {
 *   after: async ({ detail }) => tellSupport(detail.because),
 * });
 */
export const secondFactorEvents = defineEvents({
  "second_factor.enabled": { detail: ["method"] },
  "second_factor.replaced": { detail: [] },
  "second_factor.disabled": { detail: ["because"] },
  "second_factor.proved": { detail: ["method"] },
  "second_factor.refused": { detail: ["during", "method"] },
  "second_factor.locked": { detail: ["subject"] },
  "recovery_codes.replaced": { detail: ["left"] },
  "recovery_code.used": { detail: ["left"] },
  "recovery.started": { detail: ["recoveryId"] },
  "recovery.vetoed": { detail: ["recoveryId", "because"] },
  "recovery.completed": { detail: ["recoveryId"] },
  "recovery.expired": { detail: ["recoveryId"] },
});
