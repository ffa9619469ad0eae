import { type AnyId, parseId } from "@acme/auth-core";
import type * as zod from "zod";
import { once, z } from "../kernel/zod.js";

/**
 * Writes one field of a position as text, and reads it back. Reading returns null for text that
 * writing never returns.
 */
interface CursorField<T> {
  write(value: T): string;
  read(text: string): T | null;
}

const RADIX = 36;
/** The last instant that every database can compare with: the end of the year 9999. */
const MAX_INSTANT_MS = Date.UTC(10_000, 0) - 1;
const MAX_CURSOR = 200;
const SEPARATOR = ".";

export const numberInCursor = (max: number = Number.MAX_SAFE_INTEGER): CursorField<number> => ({
  write: (value) => value.toString(RADIX),
  read(text) {
    const value = parseInt(text, RADIX);
    return value >= 0 && value <= max && value.toString(RADIX) === text ? value : null;
  },
});

const milliseconds = numberInCursor(MAX_INSTANT_MS);

export const instantInCursor: CursorField<Date> = {
  write: (value) => milliseconds.write(value.getTime()),
  read(text) {
    const value = milliseconds.read(text);
    return value === null ? null : new Date(value);
  },
};

export const idInCursor = <Id extends AnyId>(): CursorField<Id> => ({
  write: (value) => value,
  read: (text) => parseId<Id>(text),
});

/** The position of the last row of a page, as text that the client sends to get the next page. */
export interface Cursor<Position> {
  /** Returns the text of the cursor that begins behind a position. */
  write(position: Position): string;
  /** Builds the schema of a cursor. Refuses any other text. */
  readonly field: () => zod.ZodType<Position, string>;
}

/**
 * Creates the cursor of one list. `version` names the list and the fields that it is ordered by.
 * Change it with them: a cursor of another list or of an earlier release is refused.
 */
export function cursorOf<Position extends object>(
  version: string,
  fields: { readonly [Name in keyof Position]-?: CursorField<Position[Name]> },
): Cursor<Position> {
  const names = Object.keys(fields) as (keyof Position)[];

  function read(text: string): Position | null {
    const [presentVersion, ...parts] = text.split(SEPARATOR);
    if (presentVersion !== version || parts.length !== names.length) return null;
    const values = names.map(
      (name, index) => [name, fields[name].read(parts[index] ?? "")] as const,
    );
    return values.some(([, value]) => value === null)
      ? null
      : (Object.fromEntries(values) as Position);
  }

  return {
    write: (position) =>
      [version, ...names.map((name) => fields[name].write(position[name]))].join(SEPARATOR),
    field: once(() => fieldOf(read)),
  };
}

/** The schema of what `read` understands: it returns null for any other text. */
const fieldOf = <Position extends object>(
  read: (text: string) => Position | null,
): zod.ZodType<Position, string> =>
  z
    .string()
    .max(MAX_CURSOR)
    .transform((text, context) => {
      const position = read(text);
      if (position) return position;
      context.issues.push({
        code: "custom",
        message: "This is not a cursor of this list.",
        input: text,
      });
      return z.NEVER;
    });
