import type { AuditEntry } from "@acme/auth-core";
import * as z from "zod";
import { timestamp } from "../schemas/fields.js";

export const auditEntryView = z
  .strictObject({
    id: z.string().describe("The id of the entry."),
    at: timestamp.describe("When it happened."),
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
  .meta({ id: "AuditEntry", description: "An entry of the audit log." });

export const viewAuditEntry = ({
  id,
  at,
  event,
  organizationId,
  ipAddress,
  userAgent,
  detail,
}: AuditEntry): z.input<typeof auditEntryView> => ({
  id,
  at: at.toISOString(),
  event,
  organizationId,
  ipAddress,
  userAgent,
  detail,
});

/** In an organization's log it also counts who did it. */
export const organizationAuditEntryView = z
  .strictObject({
    ...auditEntryView.shape,
    userId: z
      .string()
      .nullable()
      .describe("The id of the user who did it, null when that user is gone."),
  })
  .meta({
    id: "OrganizationAuditEntry",
    description: "An entry of the audit log of an organization.",
  });

export const viewOrganizationAuditEntry = (
  entry: AuditEntry,
): z.input<typeof organizationAuditEntryView> => ({
  ...viewAuditEntry(entry),
  userId: entry.userId,
});
