import type { AuditEntry } from "@acme/auth-core";
import { once, z, type Input } from "../kernel/zod.js";
import { timestamp } from "../schemas/fields.js";

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
}: AuditEntry): Input<typeof auditEntryView> => ({
  id,
  at: at.toISOString(),
  event,
  organizationId,
  ipAddress,
  userAgent,
  detail,
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
  entry: AuditEntry,
): Input<typeof organizationAuditEntryView> => ({
  ...viewAuditEntry(entry),
  userId: entry.userId,
});
