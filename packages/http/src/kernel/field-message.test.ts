import { AuthError } from "@acme/auth-core";
import { errorWith } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseFields } from "./input.js";

const fields = z.strictObject({
  name: z.string().min(1).max(3),
  code: z
    .string()
    .regex(/^\d{6}$/)
    .exactOptional(),
  own: z.string().max(1, "One letter is enough.").exactOptional(),
  limit: z.int().min(1).max(100).exactOptional(),
  share: z.number().exactOptional(),
  role: z.enum(["owner", "member"]).exactOptional(),
  events: z.array(z.string()).min(1).max(2).exactOptional(),
  rest: z.boolean().exactOptional(),
  metadata: z.record(z.string(), z.string()).exactOptional(),
});

function messageFor(input: unknown): string | undefined {
  try {
    parseFields(fields, input);
  } catch (refusal) {
    return AuthError.is(refusal) ? refusal.issues[0]?.message : undefined;
  }
  return undefined;
}

describe("what is wrong with a field is said in words for people:", () => {
  it.each<[what: string, input: object, message: string]>([
    ["one that is missing", {}, "It is required."],
    ["another type", { name: 1 }, "It has to be text."],
    ["an empty text", { name: "" }, "It has to have at least 1 character."],
    ["a long text", { name: "long" }, "It has to have at most 3 characters."],
    ["another form", { name: "a", code: "x" }, "It does not have the form that is asked for."],
    ["words of the schema's own", { name: "a", own: "ab" }, "One letter is enough."],
    ["a small number", { name: "a", limit: 0 }, "It has to be at least 1."],
    ["a large number", { name: "a", limit: 101 }, "It has to be at most 100."],
    ["a fraction", { name: "a", limit: 1.5 }, "It has to be a whole number."],
    ["no number", { name: "a", share: "1" }, "It has to be a number."],
    ["another choice", { name: "a", role: "x" }, 'It has to be "owner" or "member".'],
    ["an empty list", { name: "a", events: [] }, "It has to have at least 1 entry."],
    ["a long list", { name: "a", events: ["", "", ""] }, "It has to have at most 2 entries."],
    ["no list", { name: "a", events: "x" }, "It has to be a list."],
    ["neither true nor false", { name: "a", rest: 0 }, "It has to be true or false."],
    ["no object", { name: "a", metadata: [] }, "It has to be an object."],
    ["more fields", { name: "a", x: 1 }, 'It has fields that are not known here: "x".'],
    [
      "several more fields",
      { name: "a", x: 1, y: 2 },
      'It has fields that are not known here: "x", "y".',
    ],
  ])("%s", (_what, input, message) => {
    expect(messageFor(input)).toBe(message);
  });

  it("a name that the client has chosen is cut", () => {
    expect(messageFor({ name: "a", ["x".repeat(1_000)]: 1 })).toBe(
      `It has fields that are not known here: "${"x".repeat(40)}".`,
    );
  });
});

it.each<[what: string, schema: z.ZodType, message: string]>([
  ["an object", z.object({}), "It has to be an object."],
  ["null", z.null(), "It has to be null."],
  ["a type without a word of its own", z.date(), "It has to be date."],
])("what has to be %s, and is not, is told so", (_what, schema, message) => {
  expect(() => parseFields(schema, "text")).toThrow(errorWith({ issues: [{ path: "", message }] }));
});
