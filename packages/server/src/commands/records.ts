import { type AuditEntryId, type AuditPosition, type AuditRecord, parseId } from "@acme/auth-core";
import { CommandFailure, EXIT } from "./command.js";

/** An entry of the audit log as commands print it, with what those in it are called now. */
export interface PrintedRecord {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly userId: string | null;
  readonly organizationId: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** Who caused it as an operator, and why; null when no operator did. */
  readonly operator: string | null;
  readonly detail: Readonly<Record<string, string | number>>;
}

export const printedRecord = (record: AuditRecord): PrintedRecord => ({
  id: record.id,
  at: record.at.toISOString(),
  event: record.event,
  userId: record.userId,
  organizationId: record.organizationId,
  ipAddress: record.ipAddress,
  userAgent: record.userAgent,
  operator: record.operator,
  detail: record.detail,
});

/** `role=admin from=member`; null where there is nothing to say. */
export const detailText = ({ detail }: Pick<AuditRecord, "detail">): string | null =>
  Object.entries(detail)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ") || null;

/** Where a page begins, as one word: the time and the id of the entry before it. */
export const positionText = (position: AuditPosition | null): string | null =>
  position && `${position.at.toISOString()}/${position.id}`;

/** Reads such a word; null where none was given. */
export function positionOf(text: string | boolean | undefined): AuditPosition | null {
  if (text === undefined) return null;
  const [time = "", entry = ""] = String(text).split("/", 2);
  const at = new Date(time);
  const id = parseId<AuditEntryId>(entry);
  if (id === null || Number.isNaN(at.getTime()))
    throw new CommandFailure("--after must be what the page before ended with.", EXIT.misused);
  return { at, id };
}
