import { describe, expect, it } from "vitest";
import { metadataFault } from "./metadata.js";

/** `levels` objects inside each other. */
const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });

describe("metadata", () => {
  it.each([
    {},
    { a: [1, -0.5, 1e300, true, false, null, "", { b: {} }] },
    { "": "日本語 🦆" },
    nested(31),
    { a: "x".repeat(8_192 - 8) },
    { toJSON: "a name like any other" },
  ])("may be %.60j", (metadata) => {
    expect(metadataFault(metadata)).toBeNull();
  });

  it.each<readonly [what: string, metadata: unknown, fault: RegExp]>([
    ["an infinite number", { a: Infinity }, /finite/],
    ["an infinite number, however deep", { a: [{ b: -Infinity }] }, /finite/],
    ["an infinite number behind what is fine", { a: 1, b: Infinity }, /finite/],
    ["no number", { a: NaN }, /finite/],
    ["a bigint", { a: 1n }, /JSON/],
    ["undefined", { a: undefined }, /JSON/],
    ["a function", { a: () => 1 }, /JSON/],
    ["a NUL", { a: "\u0000" }, /characters/],
    ["half a character in a name", { a: { "\ud800": 1 } }, /characters/],
    ["a level too many", nested(32), /deep/],
    ["ten thousand levels", nested(10_000), /deep/],
    ["a character too many", { a: "x".repeat(8_192 - 7) }, /at most 8192/],
  ])("that holds %s is refused in words", (_what, metadata, fault) => {
    expect(metadataFault(metadata) ?? "nothing is wrong").toMatch(fault);
  });

  it.each([null, undefined, "{}", 7, true, [], [{}]])("is no %j", (metadata) => {
    expect(metadataFault(metadata)).toBe("Metadata is a JSON object.");
  });

  it("holds nothing that writes itself", () => {
    const written = { toJSON: () => "other" };
    expect(metadataFault({ a: written })).toBe("Metadata holds JSON only.");
    expect(metadataFault({ a: Symbol("a") })).toBe("Metadata holds JSON only.");
  });
});
