import { once, z } from "../kernel/zod.js";

/** The three ways in which routes report success without returning data. */
export const status = once(() =>
  z
    .strictObject({ status: z.literal(true).describe("Always `true`.") })
    .meta({ id: "StatusReply", description: "The request was carried out." }),
);
/** What `status` answers. */
export const STATUS_OK = { status: true } as const;
/** The second way, `success`. */
export const success = once(() =>
  z
    .strictObject({ success: z.literal(true).describe("Always `true`.") })
    .meta({ id: "SuccessReply", description: "The request was carried out." }),
);
/** What `success` answers. */
export const SUCCESS = { success: true } as const;
/** The third way, `ok`. */
export const ok = once(() =>
  z
    .strictObject({ ok: z.literal(true).describe("Always `true`.") })
    .meta({ id: "OkReply", description: "The answer is yes." }),
);
/** What `ok` answers. */
export const OK = { ok: true } as const;
