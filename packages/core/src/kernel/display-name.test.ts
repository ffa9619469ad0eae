import { describe, expect, it } from "vitest";
import {
  displayNameFault,
  displayNameFrom,
  parseDisplayName,
  requireDisplayName,
} from "./display-name.js";

describe("a display name", () => {
  it("has up to 200 code points, not counting the white space around it", () => {
    expect(parseDisplayName(` ${"a".repeat(200)} `)).toBe("a".repeat(200));
    expect(parseDisplayName("😀".repeat(200))).toBe("😀".repeat(200));
    for (const name of ["a".repeat(201), "😀".repeat(201), `${"😀".repeat(200)}a`])
      expect(displayNameFault(name)).toBe("A name has at most 200 characters.");
  });

  it.each([
    ["a\u0000b", "A name holds no control characters."],
    ["\ud800", "A name holds no control characters."],
    ["a".repeat(201), "A name has at most 200 characters."],
    [" ", "A name has at least one character."],
  ])("is refused where one is required, with the reason: %.20j", (text, message) => {
    expect(() => requireDisplayName(text)).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", issues: [{ path: "name", message }] }),
    );
    expect(requireDisplayName(" Ada ")).toBe("Ada");
    expect(parseDisplayName(" ")).toBe("");
  });

  it.each([
    ["a".repeat(300), "a".repeat(200)],
    ["😀".repeat(300), "😀".repeat(200)],
    [`a${"😀".repeat(300)}`, `a${"😀".repeat(199)}`],
    [`${"a".repeat(199)} b`, "a".repeat(199)],
    [` a\u0000b\ud800 `, "a b\ufffd"],
    ["", ""],
    [`\u0000 ${"a".repeat(200)}`, "a".repeat(200)],
  ])("is made from %.20j whole, and never ends in half a character", (text, name) => {
    expect(displayNameFrom(text)).toBe(name);
    expect(displayNameFault(name)).toBeNull();
  });
});
