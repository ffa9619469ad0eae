import type { Policy } from "../../kernel/policy.js";

/** How long nobody may try again after so many failures in a row, in milliseconds: nothing at first, then doubling. */
export function delayAfter(failures: number, policy: Policy): number {
  const beyond = failures - policy.passwordFailuresBeforeDelay;
  return beyond < 0
    ? 0
    : Math.min(policy.passwordLongestDelay, policy.passwordFirstDelay * 2 ** beyond);
}
