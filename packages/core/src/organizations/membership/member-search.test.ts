import { describe, expect, it } from "vitest";
import { memberSearchFault, spellingsOf } from "./member-search.js";

describe("what members are searched by", () => {
  it.each(["ad", " ad ", "山田", "👩🏽", "%%", "__", "a'", "x".repeat(320)])("may be %j", (text) => {
    expect(memberSearchFault(text)).toBeNull();
  });

  it.each([
    ["", "A search has at least 2 characters."],
    [" a ", "A search has at least 2 characters."],
    ["👩", "A search has at least 2 characters."],
    ["x".repeat(321), "A search has at most 320 characters."],
    ["a\0b", "A search holds no control characters."],
    ["ab\n", "A search holds no control characters."],
    ["ab\ud800", "A search holds no control characters."],
  ])("is not %j", (text, fault) => {
    expect(memberSearchFault(text)).toBe(fault);
  });

  it.each([
    ["Ada", "ada", ["ada"]],
    [" ada lov ", "ada lov", ["ada lov"]],
    ["émilie", "émilie", ["émilie", "Émilie"]],
    ["ÉMILIE", "émilie", ["Émilie", "émilie"]],
    ["иван петров", "иван петров", ["иван петров", "ИВАН ПЕТРОВ", "Иван Петров"]],
    ["o'ñate-ÜNAL", "o'ñate-ünal", ["o'ñate-Ünal", "o'ñate-ünal", "o'Ñate-Ünal"]],
    ["e\u0301é", "e\u0301é", ["e\u0301é", "e\u0301É"]],
    ["山田", "山田", ["山田"]],
    ["straße", "straße", ["straße", "strasse"]],
  ])("%j stands for these beginnings", (text, email, names) => {
    expect(spellingsOf(text)).toEqual({ email, names });
  });
});
