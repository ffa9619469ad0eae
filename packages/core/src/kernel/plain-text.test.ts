import { describe, expect, it } from "vitest";
import { hasControlCharacter, isPlainText } from "./plain-text.js";

describe("plain text", () => {
  it.each([" ", "~", "\u00a0", "日本語 🦆", ""])("may hold %j", (text) => {
    expect(isPlainText(text)).toBe(true);
    expect(hasControlCharacter(text)).toBe(false);
  });

  it.each(["\u0000", "\n", "\u001f", "\u007f", "\u0080", "\u009f"])(
    "does not hold the control character %j, wherever it stands",
    (character) => {
      for (const text of [character, `a${character}`, `${character}a`]) {
        expect(hasControlCharacter(text)).toBe(true);
        expect(isPlainText(text)).toBe(false);
      }
    },
  );

  it("does not hold half a character, which is no control character", () => {
    expect(isPlainText("a\ud83d")).toBe(false);
    expect(hasControlCharacter("a\ud83d")).toBe(false);
  });
});
