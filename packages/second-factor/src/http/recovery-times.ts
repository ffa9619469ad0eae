import { once, timestamp, z } from "@acme/auth-http/routes";
import type { RecoveryTimes } from "../second-factor-api.js";

/** When a way back may be completed. */
export const recoveryTimes = once(() =>
  z.strictObject({
    dueAt: timestamp().describe("From when on it may be completed."),
    expiresAt: timestamp().describe("Until when it may be completed."),
  }),
);

/** The times as they are answered. */
export const viewTimes = ({ dueAt, expiresAt }: RecoveryTimes) => ({
  dueAt: dueAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
