import type { Policy } from "../../kernel/policy.js";

/**
 * Returns for how many milliseconds no attempt is allowed after so many failures in a row: 0 at
 * first, then doubling.
 */
export function delayAfter(failures: number, policy: Policy): number {
  const beyond = failures - policy.passwordFailuresBeforeDelay;
  return beyond < 0
    ? 0
    : Math.min(policy.passwordMaxDelay, policy.passwordFirstDelay * 2 ** beyond);
}
