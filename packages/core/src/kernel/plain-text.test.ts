import { describe, expect, it } from "vitest";
import {
  blankControlCharacters,
  hasControlCharacter,
  inOneLine,
  isPlainText,
  isStorable,
} from "./plain-text.js";

/** The ends of C0, DEL, and the ends of C1. */
const CONTROLS = ["\u0000", "\n", "\u001f", "\u007f", "\u0080", "\u009f"];

describe("plain text", () => {
  it.each([" ", "~", "\u00a0", "日本語 🦆", "\u2028", ""])("may hold %j", (text) => {
    expect(isPlainText(text)).toBe(true);
    expect(hasControlCharacter(text)).toBe(false);
  });

  it.each(CONTROLS)("does not hold the control character %j, wherever it stands", (character) => {
    for (const text of [character, `a${character}`, `${character}a`]) {
      expect(hasControlCharacter(text)).toBe(true);
      expect(isPlainText(text)).toBe(false);
    }
  });

  it("does not hold half a character, which is no control character", () => {
    expect(isPlainText("a\ud83d")).toBe(false);
    expect(hasControlCharacter("a\ud83d")).toBe(false);
  });
});

it("text that every database keeps may have lines, but no NUL and no half character", () => {
  for (const text of ["", "a\nb\t\u001b", "日本語 🦆"]) expect(isStorable(text)).toBe(true);
  for (const text of ["a\u0000b", "a\ud83d"]) expect(isStorable(text)).toBe(false);
});

it("each control character becomes a space of its own", () => {
  expect(blankControlCharacters(`a${CONTROLS.join("")}b`)).toBe("a      b");
});

it("one line has no line ends, whatever ends a line, and no control characters", () => {
  expect(inOneLine("\na\r\nb\u2028c\u2029d\u0085e\u001b[2J\n")).toBe("a b c d e [2J");
});
