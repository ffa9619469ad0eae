import { describe, expect, it } from "vitest";
import { contrast, isColor } from "./color.js";
import { PALETTE } from "./palette.js";

describe.each(["light", "dark"] as const)("the palette of the %s theme", (theme) => {
  const palette = PALETTE[theme];
  const { page, card, hover, text, quiet, edge } = palette;
  const grounds = [page, card];

  it("consists of colors", () => {
    expect(Object.values({ ...palette }).filter((color) => !isColor(color))).toEqual([]);
  });

  it.each<readonly [what: string, color: string, on: readonly string[], least: number]>([
    ["text", text, grounds, 14.9],
    ["text of a hovered row", text, [hover], 7],
    ["quiet text", quiet, grounds, 5.9],
    ["quiet text of a hovered row", quiet, [hover], 4.5],
    ["the edge of controls", edge, grounds, 3.1],
    ["what is good", palette.good, [palette.goodSoft, ...grounds], 5.7],
    ["what is bad", palette.bad, [palette.badSoft, ...grounds], 5.7],
    ["a warning", palette.warn, [palette.warnSoft, ...grounds], 5.7],
  ])("has %s in %s, which is seen on %o with a contrast of %d", (_what, color, on, least) => {
    expect(on.filter((ground) => contrast(color, ground) < least)).toEqual([]);
  });
});
