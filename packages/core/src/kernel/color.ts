/** A color as it may stand in a style, option or variable: `#rrggbb`. */
const COLOR = /^#[\da-f]{6}$/i;

/** Returns whether the text is a color as `#rrggbb`. */
export const isColor = (text: string): boolean => COLOR.test(text);

/** Red, green and blue, 0 to 255 each. */
type Channels = readonly [red: number, green: number, blue: number];

const channels = (color: string): Channels => [byte(color, 1), byte(color, 3), byte(color, 5)];

const byte = (color: string, at: number): number => parseInt(color.slice(at, at + 2), 16);

/** The relative luminance of a color as `#rrggbb`, 0 (black) to 1 (white): WCAG 2.2. */
export function luminance(color: string): number {
  const [red, green, blue] = channels(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The contrast of two colors as `#rrggbb`, 1 to 21, in whichever order: WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export const WHITE = "#ffffff";
export const BLACK = "#000000";

/**
 * Returns the color of text on a background: white or black, the one with more contrast. That is
 * 4.5 or more on every color.
 */
export const readableOn = (background: string): typeof WHITE | typeof BLACK =>
  contrast(WHITE, background) >= contrast(BLACK, background) ? WHITE : BLACK;

/** Returns a color moved towards another by a share of the way, 0 to 1, per channel in sRGB. */
export function mix(from: string, towards: string, share: number): string {
  const end = channels(towards);
  const mixed = channels(from).map((start, at) =>
    Math.round(start + ((end[at] ?? start) - start) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
