import type { ShownAuditEntry } from "@acme/auth-core";
import { type Input, once, z } from "../kernel/zod.js";
import { timestamp } from "../schemas/fields.js";

const actorView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the user."),
      name: z.string().describe("The user's display name as it is now. May be empty."),
      email: z
        .string()
        .nullable()
        .describe(
          "The user's email address, null when the user is no member any more and has another one now.",
        ),
    })
    .meta({ id: "AuditActor", description: "The user who caused an audit entry." }),
);

const targetView = once(() =>
  z
    .strictObject({
      type: z
        .enum(["user", "invitation", "passkey", "provider", "organization"])
        .describe("What it is."),
      id: z.string().describe("Its id."),
      label: z.string().describe("Its name as it is now, or its email address."),
    })
    .meta({ id: "AuditTarget", description: "What an audit entry is about." }),
);

export const auditEntryView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the entry."),
      at: timestamp().describe("When it happened."),
      event: z.string().describe("What happened: an event of docs/audit-events.md."),
      organizationId: z
        .string()
        .nullable()
        .describe("The id of the organization that it concerns, null for none."),
      ipAddress: z
        .string()
        .nullable()
        .describe("The IP address of the client, null when it is unknown."),
      userAgent: z
        .string()
        .nullable()
        .describe("The user agent of the client, null when it is unknown."),
      detail: z
        .record(z.string(), z.union([z.string(), z.number()]))
        .describe("The fields of the event."),
      actor: actorView()
        .nullable()
        .describe(
          "Who did it, null when an operator, the service or an unknown person did, and once the user is erased.",
        ),
      target: targetView()
        .nullable()
        .describe("What it was done to, null for an event without one and once that is gone."),
    })
    .meta({ id: "AuditEntry", description: "An entry of the audit log." }),
);

export const viewAuditEntry = ({
  id,
  at,
  event,
  organizationId,
  ipAddress,
  userAgent,
  detail,
  actor,
  target,
}: ShownAuditEntry): Input<typeof auditEntryView> => ({
  id,
  at: at.toISOString(),
  event,
  organizationId,
  ipAddress,
  userAgent,
  detail,
  actor: actor && { id: actor.id, name: actor.name, email: actor.email },
  target: target && { type: target.type, id: target.id, label: target.label },
});

/** In an organization's log it also counts who did it. */
export const organizationAuditEntryView = once(() =>
  z
    .strictObject({
      ...auditEntryView().shape,
      userId: z
        .string()
        .nullable()
        .describe("The id of the user who did it, null when that user is gone."),
    })
    .meta({
      id: "OrganizationAuditEntry",
      description: "An entry of the audit log of an organization.",
    }),
);

export const viewOrganizationAuditEntry = (
  entry: ShownAuditEntry,
): Input<typeof organizationAuditEntryView> => ({
  ...viewAuditEntry(entry),
  userId: entry.userId,
});
