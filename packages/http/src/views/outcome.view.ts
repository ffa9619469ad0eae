import { once, z } from "../kernel/zod.js";

/** The three ways in which routes report success without returning data. */
export const status = once(() =>
  z
    .strictObject({ status: z.literal(true).describe("Always `true`.") })
    .meta({ id: "StatusReply", description: "The request was carried out." }),
);
export const STATUS_OK = { status: true } as const;
export const success = once(() =>
  z
    .strictObject({ success: z.literal(true).describe("Always `true`.") })
    .meta({ id: "SuccessReply", description: "The request was carried out." }),
);
export const SUCCESS = { success: true } as const;
export const ok = once(() =>
  z
    .strictObject({ ok: z.literal(true).describe("Always `true`.") })
    .meta({ id: "OkReply", description: "The answer is yes." }),
);
export const OK = { ok: true } as const;
