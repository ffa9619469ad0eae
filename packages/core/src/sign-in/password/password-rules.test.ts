import { describe, expect, it } from "vitest";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { definePolicy } from "../../kernel/policy.js";
import { isOwnName, judgeLength, normalisePassword } from "./password-rules.js";

describe("one spelling", () => {
  it.each([
    ["an accent, composed and not", "caf\u00e9", "cafe\u0301"],
    ["full-width letters", "password", "ｐａｓｓｗｏｒｄ"],
    ["a ligature", "office", "o\ufb03ce"],
    ["a Kelvin sign", "K", "\u212a"],
    ["a no-break space", "a b", "a\u00a0b"],
    ["a superscript", "m2", "m²"],
  ])("is given to %s", (_what, one, other) => {
    expect(normalisePassword(other)).toBe(normalisePassword(one));
  });

  it.each([
    " space at both ends ",
    "Case",
    "tab\there",
    "line\nbreak",
    "zero\u200bwidth",
    "🚀",
    "",
  ])("leaves %j alone", (text) => {
    expect(normalisePassword(text)).toBe(text);
  });

  it("does not change any more once it is given", () => {
    for (const text of ["\ufdfa", "ǆ\u0323\u0307", "ｶﾞ", "℀⅐"])
      expect(normalisePassword(normalisePassword(text))).toBe(normalisePassword(text));
  });
});

describe("the length of a password", () => {
  const policy = definePolicy();

  it.each([
    ["", "PASSWORD_TOO_SHORT"],
    ["1234567", "PASSWORD_TOO_SHORT"],
    ["12345678", null],
    ["        ", null],
    ["🚀".repeat(7), "PASSWORD_TOO_SHORT"],
    ["🚀".repeat(8), null],
    ["x".repeat(256), null],
    ["🚀".repeat(256), null],
    ["x".repeat(257), "PASSWORD_TOO_LONG"],
    ["🚀".repeat(257), "PASSWORD_TOO_LONG"],
    [`${"🚀".repeat(255)}xx`, "PASSWORD_TOO_LONG"],
    ["x".repeat(513), "PASSWORD_TOO_LONG"],
    ["x".repeat(10_000_000), "PASSWORD_TOO_LONG"],
  ])("is counted in code points: %.10j", (password, fault) => {
    expect(judgeLength(password, policy)).toBe(fault);
  });

  it("is the application's own within its bounds", () => {
    const strict = definePolicy({ passwordMinLength: 12, passwordMaxLength: 64 });
    expect([11, 12, 64, 65].map((length) => judgeLength("x".repeat(length), strict))).toEqual([
      "PASSWORD_TOO_SHORT",
      null,
      null,
      "PASSWORD_TOO_LONG",
    ]);
  });
});

describe("a password that says whose it is", () => {
  const says = (password: string, email = "lovelace@example.com", appName = "Acme Corp"): boolean =>
    isOwnName(password, parseEmailAddress(email)!, appName);

  it.each([
    ["lovelace"],
    ["Lovelace1815"],
    ["!!LoveLace!!"],
    ["l-o-v-e-l-a-c-e"],
    ["lovelace٢٠٢٦"],
    ["$love_lace$"],
    ["acmecorp"],
    ["Acme Corp 2026"],
    ["ACME-CORP!"],
    ["20acme26corp"],
  ])("is refused, however decorated: %s", (password) => {
    expect(says(password)).toBe(true);
  });

  it.each([
    ["ada.lovelace", "Ada_Lovelace#1"],
    ["ada+news", "adanews99"],
    ["4da2lovelace", "da.lovelace"],
  ])("compares the letters of the local part %s", (local, password) => {
    expect(says(password, `${local}@example.com`)).toBe(true);
  });

  it.each([
    ["lovelaces"],
    ["my lovelace"],
    ["lovelac"],
    ["acme"],
    ["corp1234"],
    ["example1"],
    ["lovelacelovelace"],
    ["12345678"],
    ["!!!!!!!!"],
    [""],
  ])("is none that says something else: %j", (password) => {
    expect(says(password)).toBe(false);
  });

  it("counts from four letters on", () => {
    expect(says("ada12345", "ada@example.com")).toBe(false);
    expect(says("adam1234", "adam@example.com")).toBe(true);
    expect(says("99999999", "1234@example.com")).toBe(false);
    expect(says("xy345678", "ada@example.com", "XY")).toBe(false);
  });
});
