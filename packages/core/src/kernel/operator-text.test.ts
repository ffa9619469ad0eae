import { describe, expect, it } from "vitest";
import { parseOperatorText } from "./operator-text.js";

describe("what an operator writes about a change", () => {
  it("is kept without the white space around it, and counted in code points", () => {
    expect(parseOperatorText(" jane@support: asked by mail ")).toBe("jane@support: asked by mail");
    const longest = "😀".repeat(500);
    expect(parseOperatorText(longest)).toBe(longest);
  });

  it.each([
    [" ", "Say who you are, and why."],
    ["a\u0000b", "This text holds no control characters."],
    ["\ud83d", "This text holds no control characters."],
    ["a".repeat(501), "This text has at most 500 characters."],
  ])("is refused with the reason: %.20j", (text, message) => {
    expect(() => parseOperatorText(text)).toThrow(
      expect.objectContaining({
        code: "VALIDATION_ERROR",
        issues: [{ path: "operator", message }],
      }),
    );
  });
});
