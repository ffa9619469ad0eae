import { describe, expect, it } from "vitest";
import { metadataFault } from "./metadata.js";

/** `levels` objects inside each other. */
const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });

describe("metadata", () => {
  it.each([{}, { a: [1, -0.5, 1e300, true, false, null, "", { b: {} }] }, { "": "日本語 🦆" }, nested(31), { a: "x".repeat(8_192 - 8) }])(
    "may be %.60j",
    (metadata) => {
      expect(metadataFault(metadata)).toBeNull();
    },
  );

  it.each<readonly [metadata: unknown, fault: RegExp]>([
    [{ a: Infinity }, /finite/],
    [{ a: [{ b: -Infinity }] }, /finite/],
    [{ a: NaN }, /finite/],
    [{ a: 1n }, /JSON/],
    [{ a: undefined }, /JSON/],
    [{ a: () => 1 }, /JSON/],
    [{ a: "\u0000" }, /characters/],
    [{ a: { "\ud800": 1 } }, /characters/],
    [nested(32), /deep/],
    [nested(10_000), /deep/],
    [{ a: "x".repeat(8_192 - 7) }, /at most 8192/],
  ])("is refused in words: %.40o", (metadata, fault) => {
    expect(metadataFault(metadata)).toMatch(fault);
  });
});
