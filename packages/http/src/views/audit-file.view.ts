import type { ShownAuditEntry } from "@acme/auth-core";
import { viewOrganizationAuditEntry } from "./audit-entry.view.js";

/** The formats of the file. */
export const AUDIT_FORMATS = ["csv", "ndjson"] as const;
/** A format of the file. */
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

interface Format {
  readonly fileName: string;
  readonly media: string;
  /** Before the first entry. */
  readonly head: string;
  readonly line: (entry: ShownAuditEntry) => string;
}

/** The columns of a CSV file, by their names in its first line. */
const COLUMNS: Readonly<Record<string, (entry: ShownAuditEntry) => string | null | undefined>> = {
  id: ({ id }) => id,
  at: ({ at }) => at.toISOString(),
  event: ({ event }) => event,
  userId: ({ userId }) => userId,
  actorName: ({ actor }) => actor?.name,
  actorEmail: ({ actor }) => actor?.email,
  targetType: ({ target }) => target?.type,
  targetId: ({ target }) => target?.id,
  targetLabel: ({ target }) => target?.label,
  organizationId: ({ organizationId }) => organizationId,
  ipAddress: ({ ipAddress }) => ipAddress,
  userAgent: ({ userAgent }) => userAgent,
  detail: ({ detail }) => JSON.stringify(detail),
};

/**
 * Where a spreadsheet takes what follows for a formula: at the beginning of a field, and behind a
 * character by which some part cells all the same, as where commas are decimal. In Japanese
 * settings the full-width signs begin one, too; blanks in front of a sign may be dropped.
 */
const FORMULA = /(?:^|[;\t])(?=[=+\-@＝＋－＠\t\r\n])/g;

/** A field of a CSV file (RFC 4180 §2), which no spreadsheet carries out. */
const csvField = (text: string): string =>
  `"${text.replace(FORMULA, "$&'").replaceAll('"', '""')}"`;

const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(",")}\r\n`;

const FORMATS: Readonly<Record<AuditFormat, Format>> = {
  csv: {
    fileName: "audit-log.csv",
    media: "text/csv; charset=utf-8; header=present",
    head: csvLine(Object.keys(COLUMNS)),
    line: (entry) => csvLine(Object.values(COLUMNS).map((column) => column(entry) ?? "")),
  },
  ndjson: {
    fileName: "audit-log.ndjson",
    media: "application/x-ndjson",
    head: "",
    line: (entry) => `${JSON.stringify(viewOrganizationAuditEntry(entry))}\n`,
  },
};

/** The media types of the files. */
export const AUDIT_MEDIA: readonly string[] = Object.values(FORMATS).map(({ media }) => media);

/** Returns the name and the media type of the file. */
export const auditFile = (
  format: AuditFormat,
): {
  readonly fileName: string;
  readonly media: string;
} => {
  const { fileName, media } = FORMATS[format];
  return { fileName, media };
};

/** Writes the file, one piece for each page. */
export async function* viewAuditFile(
  format: AuditFormat,
  pages: AsyncIterable<readonly ShownAuditEntry[]> | readonly (readonly ShownAuditEntry[])[],
): AsyncGenerator<Uint8Array> {
  const { head, line } = FORMATS[format];
  const utf8 = new TextEncoder();
  if (head !== "") yield utf8.encode(head);
  for await (const entries of pages) yield utf8.encode(entries.map(line).join(""));
}
