import { expect, it } from "vitest";
import { noticeLanguage, readerLanguage } from "./reader-language.js";

it("a mail that was asked for is in the language that its reader chose, else in that of the request, of which not much is kept", () => {
  const client = { acceptLanguage: "de, en;q=0.5" };
  expect(readerLanguage({ locale: "fr" }, client)).toBe("fr");
  expect(readerLanguage({ locale: null }, client)).toBe("de, en;q=0.5");
  expect(readerLanguage(null, client)).toBe("de, en;q=0.5");
  expect(readerLanguage(null, { acceptLanguage: "x".repeat(201) })).toBe("x".repeat(200));
  expect(readerLanguage(null, { acceptLanguage: null })).toBeNull();
  expect(readerLanguage(null, null)).toBeNull();
});

it("a notice is in the language that its reader chose, else in that of their last sign-in", () => {
  expect(noticeLanguage({ locale: "fr", signInLanguage: "de" })).toBe("fr");
  expect(noticeLanguage({ locale: null, signInLanguage: "de, en;q=0.5" })).toBe("de, en;q=0.5");
  expect(noticeLanguage({ locale: null, signInLanguage: null })).toBeNull();
});
