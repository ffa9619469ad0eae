import { once, z } from "../kernel/zod.js";

/** The two ways in which routes report success without returning data. */
export const status = once(() =>
  z.strictObject({ status: z.literal(true).describe("Always `true`.") }),
);
export const STATUS_OK = { status: true } as const;
export const success = once(() =>
  z.strictObject({ success: z.literal(true).describe("Always `true`.") }),
);
export const SUCCESS = { success: true } as const;
