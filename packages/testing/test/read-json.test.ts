import { expect, it } from "vitest";
import { oneOf, orNull, readJson, recordOf, type Shape } from "../src/read-json.js";

const BODY = { id: "1", count: 2, last: null, list: [{ ok: true }] };

it("a body is returned as it is, with the members that its shape does not name", () => {
  const read = readJson(BODY, {
    id: "string",
    count: "number",
    last: "string or null",
    list: [{ ok: "boolean" }],
  });
  expect(read).toBe(BODY);
});

it.each<[string, Shape]>([
  ["a member is missing", { name: "string" }],
  ["a member is of another kind", { id: "number" }],
  ["a member is null and must not be", { last: "string" }],
  ["an item of a list is of another shape", { list: [{ ok: "string" }] }],
  ["a list stands where an object must", { list: "object" }],
  ["an object stands where a list must", ["object"]],
])("a body is refused when %s", (_how, shape) => {
  expect(() => readJson(BODY, shape)).toThrow("expected, but");
});

it("members that may be missing, records, values or null, and values of a list are typed", () => {
  const plan: unknown = { name: "auth", scripts: { test: "vitest" }, last: null, role: "owner" };
  const read = readJson(plan, {
    name: "string",
    "version?": "string",
    "scripts?": recordOf("string"),
    last: orNull({ at: "string" }),
    role: oneOf(["owner", "member"]),
  });
  const version: string | undefined = read.version;
  const script: string | undefined = read.scripts?.["test"];
  const last: { readonly at: string } | null = read.last;
  const role: "owner" | "member" = read.role;
  expect([version, script, last, role]).toEqual([undefined, "vitest", null, "owner"]);
});

it.each<readonly [what: string, given: { body: unknown; shape: Shape; told: string }]>([
  [
    "a member that may be missing is of another kind",
    { body: { a: 1 }, shape: { "a?": "string" }, told: '{"a?":"string"}' },
  ],
  [
    "a member that may be missing is null",
    { body: { a: null }, shape: { "a?": "string" }, told: '{"a?":"string"}' },
  ],
  [
    "a record has another value",
    { body: { a: 1 }, shape: recordOf("string"), told: "a record of" },
  ],
  ["a record is a list", { body: ["a"], shape: recordOf("string"), told: "a record of" }],
  [
    "a value is neither null nor of its shape",
    { body: { at: 1 }, shape: orNull({ at: "string" }), told: "or null" },
  ],
  ["a value is none of a list", { body: "guest", shape: oneOf(["owner"]), told: "one of" }],
])("a body is refused, and the shape told, when %s", (_what, { body, shape, told }) => {
  expect(() => readJson(body, shape)).toThrow(told);
});
