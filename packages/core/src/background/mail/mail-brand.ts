/** How mails look. */
export interface MailBrand {
  /**
   * An https URL of the logo, shown 32 pixels high beside the name. Null: only the name is shown.
   */
  readonly logoUrl: string | null;
  /** The background of buttons, as `#rrggbb`. */
  readonly color: string;
}

export const DEFAULT_BRAND: MailBrand = { logoUrl: null, color: "#1d4ed8" };

/** A color as it may stand in a style. */
export const COLOR = /^#[\da-f]{6}$/i;

/**
 * The lightness at which black and white text have the same contrast (WCAG 2.2, relative
 * luminance).
 */
const MIDDLE = 0.179;

/** Returns the color of text on a button: white or black, whichever is easier to read. */
export function buttonText(color: string): "#ffffff" | "#000000" {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16)));
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  return luminance > MIDDLE ? "#000000" : "#ffffff";
}

function linear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
