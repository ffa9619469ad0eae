import { utcInstant } from "../utc-instant.js";

const BOOLEAN = 16;
const BYTEA = 17;
const INTEGER = 23;
const TIMESTAMPTZ = 1184;

const INSTANT =
  /^(\d{4,5})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(\.\d+)?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/;

const toMilliseconds = ([hours = 0, minutes = 0, seconds = 0]: readonly number[]): number =>
  ((hours * 60 + minutes) * 60 + seconds) * 1_000;

/**
 * `2026-01-01 05:45:00.5+05:45`; offsets of the distant past have seconds, and the last days of the
 * year 9999 can be in 10000.
 */
function zonedInstant(text: string): Date {
  const match = INSTANT.exec(text);
  if (!match) throw new Error(`"${text}" is no instant: the connection's DateStyle has to be ISO`);
  const numbers = match.slice(1).map((part: string | undefined) => Number(part ?? 0));
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, fraction = 0] = numbers;
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, day);
  instant.setUTCHours(hour, minute, second, Math.round(fraction * 1_000));
  const offset = toMilliseconds(numbers.slice(8));
  return new Date(instant.getTime() - (match[8] === "-" ? -offset : offset));
}

/** A `timestamptz` as the server writes it, whatever the connection's time zone. */
export const toInstant = (text: string): Date =>
  text.endsWith("+00") && text.charAt(10) === " "
    ? utcInstant(text, text.length - 3)
    : zonedInstant(text);

/**
 * A `timestamptz` as the server writes it into JSON, whatever the connection's time zone and style
 * of dates.
 */
export const toInstantOfJson = (text: string): Date =>
  text.endsWith("+00:00") && text.charAt(10) === "T"
    ? utcInstant(text, text.length - "+00:00".length)
    : zonedInstant(text.replace("T", " "));

function toBytes(text: string): Buffer {
  if (!text.startsWith("\\x")) throw new Error("the connection's bytea_output has to be hex");
  return Buffer.from(text.slice(2), "hex");
}

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [BOOLEAN]: (text) => text === "t",
  [BYTEA]: toBytes,
  [INTEGER]: Number,
  [TIMESTAMPTZ]: toInstant,
};
const asText = (text: string): string => text;

/**
 * How our own statements read values: an application may have set other parsers on its pool, for
 * its own.
 */
export const ownTypes = { getTypeParser: (type: number) => parsers[type] ?? asText };
