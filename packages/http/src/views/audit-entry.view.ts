import type { AuditEntry } from "@acme/auth-core";
import * as z from "zod";
import { timestamp } from "../schemas/fields.js";

export const auditEntryView = z
  .strictObject({
    id: z.string(),
    at: timestamp,
    event: z.string(),
    organizationId: z.string().nullable(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    detail: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: "AuditEntry" });

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
  .strictObject({ ...auditEntryView.shape, userId: z.string().nullable() })
  .meta({ id: "OrganizationAuditEntry" });

export const viewOrganizationAuditEntry = (
  entry: AuditEntry,
): z.input<typeof organizationAuditEntryView> => ({
  ...viewAuditEntry(entry),
  userId: entry.userId,
});
