import { expect, it } from "vitest";
import { DEFAULT_BRAND } from "./mail-brand.js";
import { chooseMails } from "./mail-choices.js";

it("the brand of mails may have a logo, a color, both or neither", () => {
  const logoUrl = "https://app.example.com/logo.png?a=1&b=2";
  expect(chooseMails({}).brand).toEqual(DEFAULT_BRAND);
  expect(chooseMails({ brand: { logoUrl } }).brand).toEqual({ ...DEFAULT_BRAND, logoUrl });
  expect(chooseMails({ brand: { color: "#FFD400", logoUrl: null } }).brand).toEqual({
    color: "#FFD400",
    logoUrl: null,
  });
});

it.each(["#ffd40", "#ffd4000", "x#ffd400", "#ffd40g", ""])("no color is %j", (color) => {
  expect(() => chooseMails({ brand: { color } })).toThrow(
    new RangeError("mails.brand.color must be written as #rrggbb"),
  );
});

it.each(["https://", "xhttps://a.example/b", "https://a.example/b c", "https://a.example/<b>", ""])(
  "no logo is at %j",
  (logoUrl) => {
    expect(() => chooseMails({ brand: { logoUrl } })).toThrow(
      new RangeError("mails.brand.logoUrl must be an https URL"),
    );
  },
);
