import type { AuditEntry, AuditRecord } from "@acme/auth-core";
import { instant, json, mapperOf } from "../columns.js";
import type { AuditEntryTable } from "../schema.js";

const ENTRY_COLUMNS = {
  userId: "user_id",
  id: "id",
  at: instant("at"),
  event: "event",
  organizationId: "organization_id",
  ipAddress: "ip_address",
  userAgent: "user_agent",
  detail: json("detail"),
} as const;

/** An entry as users see it. */
export const ENTRY = mapperOf<AuditEntry, AuditEntryTable>()(ENTRY_COLUMNS);
/** An entry as operators see it. */
export const RECORD = mapperOf<AuditRecord, AuditEntryTable>()({
  ...ENTRY_COLUMNS,
  operator: "operator",
});
