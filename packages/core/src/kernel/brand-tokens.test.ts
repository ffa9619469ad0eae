import { describe, expect, it } from "vitest";
import { brandTokens } from "./brand-tokens.js";
import { contrast } from "./color.js";
import { PALETTE } from "./palette.js";

const DIGITS = Array.from({ length: 16 }, (_, digit) => digit.toString(16));

/** All 4,096 colors that can be written as `#rgb`. */
const COLORS = DIGITS.flatMap((red) =>
  DIGITS.flatMap((green) => DIGITS.map((blue) => `#${red}${red}${green}${green}${blue}${blue}`)),
);

describe.each(["light", "dark"] as const)("in the %s theme, for each of 4,096 colors", (theme) => {
  const { page, card, edge } = PALETTE[theme];
  const painted = COLORS.map((color) => ({ color, paint: brandTokens(color)[theme] }));
  /** The colors for which something does not hold. */
  const exceptions = (holds: (one: (typeof painted)[number]) => boolean) =>
    painted.filter((one) => !holds(one)).map(({ color }) => color);

  it("the fill is the color, and text on it is white or black and reads at rest and hovered", () => {
    expect(painted).toHaveLength(4_096);
    expect(
      exceptions(
        ({ color, paint: { fill, onFill, hover } }) =>
          fill === color &&
          contrast(onFill, fill) >= 4.5 &&
          contrast(onFill, fill) >= contrast(onFill === "#ffffff" ? "#000000" : "#ffffff", fill) &&
          contrast(onFill, hover) >= contrast(onFill, fill),
      ),
    ).toEqual([]);
  });

  it("text reads on page and card, and the ring of the focus is seen on both", () => {
    expect(
      exceptions(({ paint: { text, ring } }) =>
        [page, card].every((on) => contrast(text, on) >= 4.5 && contrast(ring, on) >= 3),
      ),
    ).toEqual([]);
  });

  it("a color that reads already is left as it is", () => {
    expect(
      exceptions(
        ({ color, paint }) =>
          [page, card].some((on) => contrast(color, on) < 4.5) || paint.text === color,
      ),
    ).toEqual([]);
  });

  it("text reads on the soft ground, which is close to the card", () => {
    expect(
      exceptions(
        ({ paint: { soft, onSoft } }) =>
          contrast(onSoft, soft) >= 4.5 && contrast(soft, card) <= 1.5,
      ),
    ).toEqual([]);
  });

  it("a fill that can hardly be told from the card has the edge of controls, and no other", () => {
    expect(
      exceptions(
        ({ paint: { fill, border } }) => border === (contrast(fill, card) < 1.25 ? edge : null),
      ),
    ).toEqual([]);
    expect(brandTokens(theme === "light" ? "#ffffff" : "#000000")[theme].border).toBe(edge);
  });
});

it.each([
  ["#0F766E", { fill: "#0f766e", onFill: "#ffffff", hover: "#0d6861" }],
  ["#ffdd00", { fill: "#ffdd00", onFill: "#000000", hover: "#ffe11f" }],
])("the color %s gives %o", (color, fills) => {
  expect(brandTokens(color).light).toMatchObject(fills);
});
