import type { AuditEvent, AuditPosition, AuditSelection, UserId } from "@acme/auth-core";
import { parseId } from "@acme/auth-core";
import { auditCursor } from "@acme/auth-http/pages-host";
import type { AnyVisit } from "../../kernel/visit.js";

/** What can be asked for alone: what happens in an organization. */
export const AUDIT_KINDS = [
  "organization.created",
  "organization.updated",
  "member.added",
  "member.role_changed",
  "member.removed",
  "member.left",
  "ownership.transferred",
  "invitation.created",
  "invitation.resent",
  "invitation.canceled",
  "invitation.accepted",
  "invitation.rejected",
  "audit.exported",
  "permission.denied",
] as const satisfies readonly AuditEvent[];

/** What the fields of the filter say, as they stand in the URL. Empty: not asked for. */
export interface AuditFilterFields {
  readonly event: string;
  readonly actor: string;
  /** A day, `2026-12-31`. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
}

const DAY = 86_400_000;

/** Returns what the URL asks for. What cannot be read is left out. */
export function auditFilterIn({ query }: Pick<AnyVisit, "query">): {
  readonly fields: AuditFilterFields;
  readonly selection: AuditSelection;
  readonly after: AuditPosition | null;
} {
  const event = AUDIT_KINDS.find((each) => each === query["event"]) ?? null;
  const actor = parseId<UserId>(query["actor"] ?? "") ?? null;
  const from = dayIn(query["from"]);
  const to = dayIn(query["to"]);
  const cursor = auditCursor.field().safeParse(query["cursor"]);
  return {
    fields: {
      event: event ?? "",
      actor: actor ?? "",
      from: from ? from.toISOString().slice(0, 10) : "",
      to: to ? to.toISOString().slice(0, 10) : "",
    },
    selection: { event, actor, from, to: to && new Date(to.getTime() + DAY) },
    after: cursor.success ? cursor.data : null,
  };
}

/** The beginning of a day in UTC; null for text that is none. */
function dayIn(text: string | undefined): Date | null {
  if (!text || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(text) || text >= "9999-12-31") return null;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) ? null : day;
}
