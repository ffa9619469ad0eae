import { anyString } from "@acme/auth-testing/matchers";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkFields } from "./check-fields.js";
import { completeUserFields } from "./complete-user-fields.js";
import { definePolicy } from "./policy.js";
import type { UserField, UserFieldOptions } from "./user-fields.js";

const POLICY = definePolicy();
const complete = (fields: UserFieldOptions) => completeUserFields(fields, POLICY);
const faultOf = (fields: UserFieldOptions): string => {
  try {
    complete(fields);
    return "nothing is wrong";
  } catch (thrown) {
    return thrown instanceof RangeError ? thrown.message : String(thrown);
  }
};
const OPEN = { accepted: ["sign-up", "update-user"], shown: ["me"] } as const;
/** Each library, with a schema of text of three characters at most. */
const SHORT = {
  zod: z.string().max(3, "Too long."),
  valibot: toStandardJsonSchema(v.pipe(v.string(), v.maxLength(3, "Too long."))),
  arktype: type("string <= 3"),
};
const text: UserField = { schema: z.string() };

describe.each(Object.entries(SHORT))("a field whose schema is of %s", (_library, schema) => {
  const fields = complete({ nickname: { schema, ...OPEN } });

  it("takes what its schema takes, and refuses the rest by its name", () => {
    expect(checkFields(fields, { nickname: "ada" }, "sign-up")).toEqual({ nickname: "ada" });
    expect(() => checkFields(fields, { nickname: "lovelace" }, "sign-up")).toThrow(
      expect.objectContaining({
        code: "VALIDATION_ERROR",
        issues: [{ path: "nickname", message: anyString() }],
      }),
    );
  });

  it("is described by the JSON Schema that its schema writes", () => {
    const written = { type: "string", maxLength: 3 };
    expect(fields.get("nickname")?.jsonSchemas).toEqual({ input: written, output: written });
  });
});

describe("fields are refused at the start", () => {
  it.each<readonly [name: string, fault: RegExp]>([
    ["email", /email is taken/],
    ["password", /password is taken/],
    ["permissions", /permissions is taken/],
    ["constructor", /constructor is taken/],
    ["toString", /toString is taken/],
    ["__proto__", /__proto__ is not of letters/],
    ["two words", /two words is not of letters/],
    ["Nickname", /Nickname is not of letters/],
  ])("that are called %s", (name, fault) => {
    expect(faultOf(Object.fromEntries([[name, text]]))).toMatch(fault);
  });

  it("whose literal has another prototype", () => {
    expect(faultOf({ __proto__: { nickname: text } } as never)).toMatch(/prototype/);
  });

  it.each<readonly [what: string, field: unknown, fault: RegExp]>([
    ["without a schema", {}, /has no schema of Standard Schema/],
    ["with a default that their schema refuses", { ...text, default: 7 }, /a default that/],
    ["accepted where nothing is", { ...text, accepted: ["sign-in"] }, /accepted at sign-in/],
    ["shown where nothing is", { ...text, shown: ["members"] }, /shown in members/],
    [
      "of which documents would not know what they are",
      { schema: v.string(), shown: ["me"] },
      /give jsonSchema beside it/,
    ],
    [
      "whose JSON Schema cannot be written",
      { schema: z.string().transform(Number), shown: ["me"] },
      /no JSON Schema can be written/,
    ],
  ])("%s", (_what, field, fault) => {
    expect(faultOf({ nickname: field as UserField })).toMatch(fault);
  });

  it("of which there are more than the policy allows, all faults at once", () => {
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`field${at}`, text]));
    expect(faultOf({ ...many, email: text })).toMatch(/more than 32; email is taken/);
  });
});

describe("a schema that validates asynchronously", () => {
  const schema = z.string().refine(async () => false);

  it("is refused at the start where there is a default", () => {
    expect(() => complete({ nickname: { schema, default: "a" } })).toThrow(/asynchronously/);
  });

  it("is refused at its first use, by the name of the field, and leaves no rejection", () => {
    const rejecting = {
      "~standard": {
        version: 1,
        vendor: "own",
        validate: () => Promise.reject<{ readonly value: string }>(new Error("later")),
      },
    } as const;
    for (const each of [schema, rejecting])
      expect(() =>
        checkFields(complete({ nickname: { schema: each } }), { nickname: "a" }, "operator"),
      ).toThrow(/userFields.nickname: .* asynchronously/);
  });

  it("may be one of zod whose transform throws, and the message says so", () => {
    const throwing = z.string().transform((): string => {
      throw new Error("not here");
    });
    const fields = complete({ nickname: { schema: throwing } });
    expect(() => checkFields(fields, { nickname: "a" }, "operator")).toThrow(
      /userFields.nickname: .* or a function of it throws/,
    );
  });
});
