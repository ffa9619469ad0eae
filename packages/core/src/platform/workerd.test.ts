import { expect, it } from "vitest";
import { isWorkerd } from "./workerd.js";

it.each([
  ["workerd", { navigator: { userAgent: "Cloudflare-Workers" } }, true],
  ["Node.js", { navigator: { userAgent: "Node.js/24" } }, false],
  ["a platform without a navigator", {}, false],
  ["one whose navigator has no name", { navigator: {} }, false],
  ["one whose navigator is null", { navigator: null }, false],
])("%s is known by its name", (_what, platform, expected) => {
  expect(isWorkerd(platform)).toBe(expected);
});

it("this is not workerd", () => {
  expect(isWorkerd()).toBe(false);
});
