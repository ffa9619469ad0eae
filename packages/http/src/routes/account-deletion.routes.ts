import { POLICY } from "@acme/auth-core";
import { z } from "../kernel/zod.js";
import { passwordField, reasonField } from "../schemas/fields.js";
import { route } from "../kernel/route.js";
import { deletionView, viewDeletion } from "../views/data-export.view.js";

const { min: MIN_DAYS, max: MAX_DAYS } = POLICY.deletionGraceDays;
const DELETION = "/api/v1/me/deletion";

export const requestDeletion = route({
  method: "POST",
  path: DELETION,
  summary: "Request the deletion of the caller's account at the end of the grace period.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      password: passwordField().describe("The caller's password."),
      reason: reasonField().exactOptional(),
    }),
  returns: "The request, and when the account will be deleted.",
  status: 202,
  reply: () =>
    z.strictObject({
      requestId: z.string().describe("The id of the request."),
      scheduledFor: z.iso.datetime().describe("When the account will be deleted."),
      graceDays: z
        .number()
        .int()
        .min(MIN_DAYS)
        .max(MAX_DAYS)
        .describe("How many days the request can be cancelled."),
    }),
  refuses: [
    "INVALID_PASSWORD",
    "CREDENTIAL_ACCOUNT_NOT_FOUND",
    "DELETION_ALREADY_PENDING",
    "TOO_MANY_REQUESTS",
  ],
  handle: async ({ auth, caller, body, client }) => {
    const { id, scheduledFor } = await auth.accountDeletion.request(
      caller,
      { password: body.password, reason: body.reason ?? "" },
      client,
    );
    return {
      body: {
        requestId: id,
        scheduledFor: scheduledFor.toISOString(),
        graceDays: auth.policy.deletionGraceDays,
      },
    };
  },
});

export const readDeletion = route({
  method: "GET",
  path: DELETION,
  summary: "Read the pending deletion of the caller's account.",
  access: "session",
  limit: "auth-ip",
  returns: "The pending deletion, or null.",
  status: 200,
  reply: () =>
    z.strictObject({
      pending: deletionView().nullable().describe("The pending request, null for none."),
    }),
  refuses: [],
  handle: async ({ auth, caller }) => {
    const pending = await auth.accountDeletion.findPending(caller);
    return { body: { pending: pending && viewDeletion(pending) } };
  },
});

export const cancelDeletion = route({
  method: "DELETE",
  path: DELETION,
  summary: "Cancel the pending deletion of the caller's account.",
  access: "session",
  limit: "auth-ip",
  uncounted: true,
  returns: "Nothing: the account stays.",
  status: 204,
  reply: () => z.null(),
  refuses: ["DELETION_NOT_PENDING"],
  handle: async ({ auth, caller, client }) => {
    await auth.accountDeletion.cancel(caller, client);
    return { body: null };
  },
});
