import * as z from "zod";

/** The two ways in which routes say that it worked. */
export const status = z.strictObject({ status: z.literal(true) });
export const STATUS_OK = { status: true } as const;
export const success = z.strictObject({ success: z.literal(true) });
export const SUCCESS = { success: true } as const;
