import { describe, expect, it } from "vitest";
import {
  type AppBrand,
  BRAND_RULES,
  completeBrand,
  DEFAULT_BRAND,
  markLetter,
} from "./app-brand.js";

const isFit = (part: keyof AppBrand, value: unknown) => BRAND_RULES[part][0](value);

describe("a brand", () => {
  it("is the default where nothing is chosen, and keeps what is", () => {
    expect(completeBrand({})).toEqual(DEFAULT_BRAND);
    const chosen = { color: "#FFD400", logoUrl: "https://a.example/l.png" };
    expect(completeBrand(chosen)).toEqual({
      ...DEFAULT_BRAND,
      ...chosen,
      color: "#ffd400",
    });
  });

  it("consists of what its rules allow", () => {
    for (const [part, value] of Object.entries(DEFAULT_BRAND))
      expect(isFit(part as keyof AppBrand, value), part).toBe(true);
  });

  it.each(["#ffd40", "#ffd4000", "x#ffd400", "#ffd40g", "", "red", null, 7, "#fff;background:x"])(
    "has no color %j",
    (color) => {
      expect(isFit("color", color)).toBe(false);
    },
  );

  it.each(["Soft", "", null, "toString"])("has no corners %j", (corners) => {
    expect(isFit("corners", corners)).toBe(false);
  });

  const LOGOS = ["logoUrl", "logoDarkUrl"] as const;
  const LINKS = ["termsUrl", "privacyUrl", "supportUrl"] as const;

  it.each([
    "https://",
    "xhttps://a.example/b",
    "http://a.example/b",
    "http://localhost.example/b",
    "https://a.example/b c",
    "https://a.example/<b>",
    'https://a.example/"onerror="x',
    "https://u:p@a.example/b",
    "data:image/png;base64,AA==",
    "javascript:alert(1)",
    "//a.example/b",
    "",
    7,
  ])("has neither a logo nor a link at %j", (url) => {
    for (const part of [...LOGOS, ...LINKS]) expect(isFit(part, url), part).toBe(false);
  });

  it("takes https anywhere, and http from this machine for a logo alone", () => {
    for (const part of [...LOGOS, ...LINKS])
      expect(isFit(part, "https://a.example/x?a=1&b=2"), part).toBe(true);
    for (const url of ["http://localhost:3004/l.svg", "http://127.0.0.1/l.svg"]) {
      for (const part of LOGOS) expect(isFit(part, url), part).toBe(true);
      for (const part of LINKS) expect(isFit(part, url), part).toBe(false);
    }
  });
});

it.each([
  ["acme", "A"],
  ["<script>", "S"],
  ["日本", "日"],
  ["ßa", "ß"],
  ["42 Co", "4"],
  ["…", ""],
])("the letter of %j is %j", (name, letter) => {
  expect(markLetter(name)).toBe(letter);
});
