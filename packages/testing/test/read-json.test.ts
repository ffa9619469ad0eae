import { expect, it } from "vitest";
import { readJson, type Shape } from "../src/read-json.js";

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
