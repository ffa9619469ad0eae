import { CommandFailure, EXIT } from "./command.js";

/** ISO 8601 in UTC or with an offset: without one it would depend on the machine. */
const INSTANT = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/;

const DAY_LENGTH = "2030-01-31".length;

/** `Date` takes February 31 for March 3. */
function isOfCalendar(text: string): boolean {
  const day = text.slice(0, DAY_LENGTH);
  const read = new Date(day);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

/**
 * Returns the time that the option of that name says; null where it was not given.
 * @param what what it must be, in a clause
 */
export function instantOf(
  name: string,
  text: string | boolean | undefined,
  what = "a time",
): Date | null {
  if (text === undefined) return null;
  const isDay = INSTANT.test(String(text)) && isOfCalendar(String(text));
  const instant = isDay ? new Date(String(text)) : null;
  if (!instant || Number.isNaN(instant.getTime()))
    throw new CommandFailure(`--${name} must be ${exampleOf(what)}.`, EXIT.misused);
  return instant;
}

/** Returns the same, and refuses a time that has come. */
export function timeToCome(name: string, text: string | boolean | undefined): Date | null {
  const instant = instantOf(name, text, "a time to come");
  if (instant && instant.getTime() <= Date.now())
    throw new CommandFailure(`--${name} must be ${exampleOf("a time to come")}.`, EXIT.misused);
  return instant;
}

const exampleOf = (what: string): string => `${what}, such as 2030-01-31T12:00:00Z`;
