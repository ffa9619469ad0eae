import { hasControlCharacter } from "@acme/auth-core/surface";

/**
 * What a variable's text means, or what it must be instead: a clause that follows its name, and
 * never quotes the text.
 */
export type Reading<T> = { readonly value: T } | { readonly fault: string };

export type Reader<T> = (text: string) => Reading<T>;

export const read = <T>(value: T): Reading<T> => ({ value });
export const fault = (clause: string): { readonly fault: string } => ({ fault: clause });

export const wholeNumber =
  (min: number, max: number): Reader<number> =>
  (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return number >= min && number <= max
      ? read(number)
      : fault(`must be a whole number from ${min} to ${max}`);
  };

export const yesOrNo: Reader<boolean> = (text) => {
  if (text === "true" || text === "1") return read(true);
  if (text === "false" || text === "0") return read(false);
  return fault("must be true or false");
};

export const oneOf =
  <const T extends string>(...choices: readonly T[]): Reader<T> =>
  (text) => {
    const choice = choices.find((each) => each === text);
    return choice === undefined ? fault(`must be one of ${choices.join(", ")}`) : read(choice);
  };

/**
 * What is invisible in a text: format characters, which may turn its direction, and separators of
 * lines and paragraphs.
 */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}]/u;

/** A name shown to people. */
export const label: Reader<string> = (text) =>
  text.length <= 64 && !hasControlCharacter(text) && !INVISIBLE.test(text)
    ? read(text)
    : fault("must be at most 64 characters, none of them a control character");

export const matching =
  (pattern: RegExp, clause: string): Reader<string> =>
  (text) =>
    pattern.test(text) ? read(text) : fault(clause);

/** Comma-separated; spaces around the commas and empty places between them do not count. */
export const listOf =
  <T>(reader: Reader<T>, separator = /,/): Reader<readonly T[]> =>
  (text) => {
    const values: T[] = [];
    for (const part of text.split(separator).map((piece) => piece.trim())) {
      const reading = part === "" ? null : reader(part);
      if (reading && "fault" in reading) return reading;
      if (reading) values.push(reading.value);
    }
    return read(values);
  };
