import { POLICY } from "@acme/auth-core";
import { route } from "../kernel/route.js";
import { z } from "../kernel/zod.js";
import { passwordField, reasonField } from "../schemas/fields.js";
import { deletionView, viewDeletion } from "../views/data-export.view.js";

const { min: MIN_DAYS, max: MAX_DAYS } = POLICY.deletionGraceDays;
const MAX_LISTED = POLICY.soleOwnershipsListed.value;
const DELETION = "/api/v1/me/deletion";

export const requestDeletion = route({
  method: "POST",
  path: DELETION,
  summary: "Request account deletion",
  description: "Request the deletion of the caller's account at the end of the grace period.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      password: passwordField()
        .describe(
          "The caller's password. A user without one leaves it out, and needs a fresh session.",
        )
        .exactOptional(),
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
    "SESSION_NOT_FRESH",
    "DELETION_ALREADY_PENDING",
    "TOO_MANY_REQUESTS",
  ],
  handle: async ({ auth, caller, body, client }) => {
    const { id, scheduledFor } = await auth.accountDeletion.request(
      caller,
      { password: body.password ?? null, reason: body.reason ?? "" },
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

export const previewDeletion = route({
  method: "GET",
  path: `${DELETION}/preview`,
  summary: "Preview account deletion",
  description: "Read what the deletion of the caller's account takes, and what stands in its way.",
  access: "session",
  limit: "auth-ip",
  returns: "The days of grace, the proof that is asked for, and the organizations in the way.",
  status: 200,
  reply: () =>
    z.strictObject({
      graceDays: z
        .number()
        .int()
        .min(MIN_DAYS)
        .max(MAX_DAYS)
        .describe("How many days a request can be cancelled."),
      needs: z
        .enum(["password", "fresh-session"])
        .describe("What a request takes: the password, or of a user without one a fresh session."),
      soleOwnerOf: z
        .array(
          z.strictObject({
            id: z.string().describe("The id of the organization."),
            name: z.string().describe("Its name."),
            members: z.number().int().min(1).describe("How many members it has, the caller too."),
          }),
        )
        .max(MAX_LISTED)
        .describe(
          "Organizations whose only owner is the caller. While there is one, the account is not deleted.",
        ),
    }),
  refuses: [],
  handle: async ({ auth, caller }) => {
    const { graceDays, needs, soleOwnerOf } = await auth.accountDeletion.preview(caller);
    const shown = soleOwnerOf.map(({ id, name, members }) => ({ id, name, members }));
    return { body: { graceDays, needs, soleOwnerOf: shown } };
  },
});

export const readDeletion = route({
  method: "GET",
  path: DELETION,
  summary: "Get account deletion",
  description: "Read the pending deletion of the caller's account.",
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
  summary: "Cancel account deletion",
  description: "Cancel the pending deletion of the caller's account.",
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
