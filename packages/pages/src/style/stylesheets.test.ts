import { gzipSync } from "node:zlib";
import { entryStylesheet, type StyleBrand } from "@acme/auth-http";
import { describe, expect, it } from "vitest";
import { pagesStylesheet } from "./pages-stylesheet.js";

const BRAND: StyleBrand = { color: "#4f46e5", corners: "soft" };
const SHEETS = [
  ["entry.css", entryStylesheet(BRAND)],
  ["pages.css", pagesStylesheet(BRAND)],
] as const;

/** What a file of 8 kB may have. */
const MAX_BYTES = 8192;

it("the entry pages carry 8 kB at most, and the others load 8 kB at most", () => {
  expect(Buffer.byteLength(entryStylesheet(BRAND))).toBeLessThanOrEqual(MAX_BYTES);
  expect(gzipSync(pagesStylesheet(BRAND)).length).toBeLessThanOrEqual(MAX_BYTES);
});

it.each(["bad", "good", "warn"])("messages that are %s have their color on every page", (kind) => {
  for (const [, sheet] of SHEETS) expect(sheet).toContain(`.message.${kind}{background:var(`);
});

describe.each(SHEETS)("%s", (_name, sheet) => {
  it("loads nothing, and closes what it opens", () => {
    expect(sheet).not.toMatch(/url\(|@import|<|\/\*/);
    expect(sheet.split("{").length).toBe(sheet.split("}").length);
    expect(sheet).not.toMatch(/undefined|null|\$/);
  });

  it("says start and end, so that it fits languages of both directions", () => {
    // The skip link stands where the browser's own zoom leaves it.
    expect(sheet).not.toMatch(
      /(margin|padding|border)-(left|right)|[;{](left|right):|text-align:(left|right)/,
    );
  });

  it("has colors from the tokens only", () => {
    const rules = sheet.replaceAll(/:root[^{]*\{[^}]*\}/g, "");
    const others = rules.match(/#[\da-f]{3,8}\b/gi) ?? [];
    // A filled button of danger is red in both themes, and a dialog darkens what is behind it.
    expect(others.filter((color) => !["#b3261e", "#ffffff", "#0008"].includes(color))).toEqual([]);
  });
});

it("a brand changes tokens and nothing else", () => {
  const other = entryStylesheet({ color: "#0f766e", corners: "round" });
  const rulesOf = (sheet: string): string => sheet.replaceAll(/:root[^{]*\{[^}]*\}/g, "");
  expect(other).toContain("--fill:#0f766e");
  expect(rulesOf(other)).toBe(rulesOf(entryStylesheet(BRAND)));
});
