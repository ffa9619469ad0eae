/** How long a way back waits before it may be completed, in hours: `recoveryWait` of the limits. */
export const RECOVERY_HOURS = { min: 24, value: 72, max: 720 } as const;
