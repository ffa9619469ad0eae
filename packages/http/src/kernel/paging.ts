import type { AuditEntryId, AuditPosition } from "@acme/auth-core";
import * as z from "zod";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const SEPARATOR = "~";

/** A cursor is the place of the last entry shown: its time and id. Opaque to clients, and worth nothing to a stranger. */
export const writeCursor = ({ at, id }: AuditPosition): string => `${at.toISOString()}${SEPARATOR}${id}`;

const cursorField = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[\w-]{16,64}$/, "This is no cursor of ours.")
  .transform((text): AuditPosition => {
    const [at = "", id = ""] = text.split(SEPARATOR);
    return { at: new Date(at), id: id as AuditEntryId };
  })
  .refine(({ at }) => !Number.isNaN(at.getTime()), "This is no cursor of ours.");

export const pageQuery = z.object({
  cursor: cursorField.exactOptional(),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
});
