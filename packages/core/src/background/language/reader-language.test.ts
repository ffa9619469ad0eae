import { expect, it } from "vitest";
import type { JobPayload } from "../jobs/job-store.js";
import { languagePayload, readerLanguage, readerOfJob } from "./reader-language.js";

it("a mail is in the language that its reader chose, else in that of the request, of which not much is kept", () => {
  const client = { acceptLanguage: "de, en;q=0.5" };
  expect(readerLanguage({ locale: "fr" }, client)).toBe("fr");
  expect(readerLanguage({ locale: null }, client)).toBe("de, en;q=0.5");
  expect(readerLanguage(null, client)).toBe("de, en;q=0.5");
  expect(readerLanguage(null, { acceptLanguage: "x".repeat(201) })).toBe("x".repeat(200));
  expect(readerLanguage(null, { acceptLanguage: null })).toBeNull();
  expect(readerLanguage(null, null)).toBeNull();
});

it("a job keeps the languages of the request that causes it, and nothing where there are none", () => {
  expect(languagePayload({ acceptLanguage: "de" })).toEqual({ language: "de" });
  expect(languagePayload({ acceptLanguage: null })).toEqual({});
  expect(languagePayload({})).toEqual({});
  expect(languagePayload(null)).toEqual({});
});

interface Told {
  readonly locale: string | null;
  readonly payload: JobPayload | null;
}

it.each<readonly [what: string, told: Told, read: string | null]>([
  ["the language they chose", { locale: "fr", payload: { language: "de" } }, "fr"],
  ["that of the request without a choice", { locale: null, payload: { language: "de" } }, "de"],
  ["any where the request named none", { locale: null, payload: {} }, null],
  ["any where the job carries nothing", { locale: null, payload: null }, null],
  ["any where the job carries no text", { locale: null, payload: { language: 7 } }, null],
])("whoever is told of a job reads %s", (_what, { locale, payload }, read) => {
  expect(readerOfJob({ locale }, payload)).toEqual({ locale: read });
});
