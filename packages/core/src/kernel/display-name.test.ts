import { describe, expect, it } from "vitest";
import { displayNameFault, displayNameFrom, parseDisplayName } from "./display-name.js";

describe("a display name", () => {
  it("has up to 200 code points, not counting the white space around it", () => {
    expect(parseDisplayName(` ${"a".repeat(200)} `)).toBe("a".repeat(200));
    expect(parseDisplayName("😀".repeat(200))).toBe("😀".repeat(200));
    for (const name of ["a".repeat(201), "😀".repeat(201), `${"😀".repeat(200)}a`])
      expect(displayNameFault(name)).toBe("A name has at most 200 characters.");
  });

  it.each([
    ["a".repeat(300), "a".repeat(200)],
    ["😀".repeat(300), "😀".repeat(200)],
    [`a${"😀".repeat(300)}`, `a${"😀".repeat(199)}`],
    [`${"a".repeat(199)} b`, "a".repeat(199)],
    [` a\u0000b\ud800 `, "a b\ufffd"],
    ["", ""],
  ])("is made from %.20j whole, and never ends in half a character", (text, name) => {
    expect(displayNameFrom(text)).toBe(name);
    expect(displayNameFault(name)).toBeNull();
  });
});
