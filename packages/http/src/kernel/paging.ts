import * as z from "zod";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const SEPARATOR = "~";

/** The place of the last row shown: its time and id. */
export interface Position<Id extends string> {
  readonly at: Date;
  readonly id: Id;
}

/** A cursor is a position as text. Opaque to clients, and worth nothing to a stranger. */
export const writeCursor = ({ at, id }: Position<string>): string => `${at.toISOString()}${SEPARATOR}${id}`;

const cursorField = <Id extends string>() =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[\w-]{16,64}$/, "This is no cursor of ours.")
    .transform((text): Position<Id> => {
      const [at = "", id = ""] = text.split(SEPARATOR);
      return { at: new Date(at), id: id as Id };
    })
    .refine(({ at }) => !Number.isNaN(at.getTime()), "This is no cursor of ours.");

export const pageQuery = <Id extends string>() =>
  z.object({
    cursor: cursorField<Id>().exactOptional(),
    limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  });
