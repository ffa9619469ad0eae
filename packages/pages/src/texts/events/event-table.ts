import type { AuditEvent } from "@acme/auth-core";

/** What happened, by the events of the audit log. A new event does not compile without it. */
export type EventTexts = Readonly<Record<AuditEvent, string>>;
