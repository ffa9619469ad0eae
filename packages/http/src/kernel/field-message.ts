import type * as zod from "zod";

/**
 * What a client reads of a field that is not as its schema wants it, unless the schema has words of
 * its own.
 */
export function fieldMessage(issue: zod.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue.input, issue.expected);
    case "invalid_value":
      return `It has to be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}.`;
    case "too_small":
      return `It has to ${bound(issue.origin, "at least", issue.minimum)}.`;
    case "too_big":
      return `It has to ${bound(issue.origin, "at most", issue.maximum)}.`;
    case "unrecognized_keys":
      return `It has fields that are not known here: ${issue.keys.map(shorten).join(", ")}.`;
    case "invalid_format":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
    case "custom":
      return "It does not have the form that is asked for.";
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const wrongType = (input: unknown, expected: string): string =>
  input === undefined ? "It is required." : `It has to be ${TYPES[expected] ?? expected}.`;

/** What sizes are counted in, one and many; a number has none. */
const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

function bound(origin: string, side: string, size: number | bigint): string {
  const counted = COUNTED[origin];
  return counted ? `have ${side} ${size} ${counted[size === 1 ? 0 : 1]}` : `be ${side} ${size}`;
}

/** Names that the client has chosen. */
const MAX_KEY_LENGTH = 40;
const shorten = (key: string): string => JSON.stringify(key.slice(0, MAX_KEY_LENGTH));
