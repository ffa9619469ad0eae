import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkFields, mergeFields, readFields, unplantedFields } from "./check-fields.js";
import { completeUserFields } from "./complete-user-fields.js";
import type { JsonValue } from "./json-value.js";
import { definePolicy } from "./policy.js";

const POLICY = definePolicy();

describe("values", () => {
  const fields = completeUserFields(
    {
      nickname: { schema: z.string(), accepted: ["update-user"] },
      address: { schema: z.object({ city: z.string() }), accepted: ["update-user"] },
      plan: { schema: z.enum(["free", "team"]), default: "free" },
    },
    POLICY,
  );
  const issuesOf = (given: Record<string, unknown>, by: "sign-up" | "update-user" | "operator") => {
    try {
      return checkFields(fields, given, by);
    } catch (thrown) {
      return (thrown as { readonly issues: readonly { readonly path: string }[] }).issues;
    }
  };

  it("are taken only where their field is accepted; an operator writes every one", () => {
    expect(issuesOf({ nickname: "ada", plan: "team", other: 1 }, "update-user")).toEqual([
      { path: "plan", message: "There is no such field." },
      { path: "other", message: "There is no such field." },
    ]);
    expect(issuesOf({ nickname: "ada" }, "sign-up")).toMatchObject([{ path: "nickname" }]);
    expect(issuesOf({ plan: "team" }, "operator")).toEqual({ plan: "team" });
  });

  it("are refused with the path of the fault inside them", () => {
    expect(issuesOf({ address: { city: 7 } }, "update-user")).toMatchObject([
      { path: "address.city" },
    ]);
  });

  it.each(["\u0000", "\ud800"])("that no database keeps are refused: %j", (nickname) => {
    expect(issuesOf({ nickname }, "update-user")).toMatchObject([{ path: "nickname" }]);
  });

  it("of prototype names are unknown, and change nothing else", () => {
    const given = Object.fromEntries<unknown>([
      ["__proto__", { plan: "team" }],
      ["constructor", "x"],
    ]);
    expect(issuesOf(given, "operator")).toMatchObject([
      { path: "__proto__" },
      { path: "constructor" },
    ]);
  });

  it("are merged, emptied by null, and bounded together in bytes", () => {
    expect(mergeFields({ plan: "team", nickname: "a" }, { nickname: null }, POLICY)).toEqual({
      plan: "team",
    });
    expect(mergeFields({ nickname: "a" }, { nickname: null }, POLICY)).toBeNull();
    const exact = "é".repeat((4_096 - '{"nickname":""}'.length - 1) / 2);
    expect(mergeFields(undefined, { nickname: `${exact}x` }, POLICY)).not.toBeNull();
    expect(() => mergeFields({ plan: "team" }, { nickname: exact }, POLICY)).toThrow(
      expect.objectContaining({
        issues: [{ path: "nickname", message: "All fields together have at most 4096 bytes." }],
      }),
    );
  });

  it("are read with the default where nothing is stored, and without what is no field any more", () => {
    expect(readFields(fields, undefined)).toEqual({ plan: "free" });
    expect(readFields(fields, { plan: "team", nickname: "a", gone: 1 })).toEqual({
      plan: "team",
      nickname: "a",
    });
  });

  it("of a default are read anew each time, so that a change of what was read changes no default", () => {
    const schema = z.object({ tags: z.array(z.string()) });
    const own = completeUserFields({ look: { schema, default: { tags: ["new"] } } }, POLICY);
    const read = () => readFields(own, undefined) as { readonly look: { readonly tags: string[] } };
    read().look.tags.push("changed");
    expect(read()).toEqual({ look: { tags: ["new"] } });
  });

  it("may have properties that are undefined, which are left out; a list may not", () => {
    const address = { city: "London", zip: undefined };
    const loose = completeUserFields({ address: { schema: z.custom<JsonValue>() } }, POLICY);
    const change = checkFields(loose, { address }, "operator");
    expect(JSON.stringify(mergeFields(undefined, change, POLICY))).toBe(
      '{"address":{"city":"London"}}',
    );
    expect(() => checkFields(loose, { address: [undefined] }, "operator")).toThrow(
      expect.objectContaining({
        issues: [{ path: "address", message: "This holds JSON only." }],
      }),
    );
  });

  it("stay at account recovery only where nobody but operators writes them", () => {
    expect(unplantedFields(fields, { plan: "team", nickname: "a", gone: 1 })).toEqual({
      plan: "team",
    });
    expect(unplantedFields(fields, { nickname: "a" })).toBeNull();
  });
});
