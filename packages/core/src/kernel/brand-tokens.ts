import { BLACK, contrast, mix, readableOn, WHITE } from "./color.js";
import { PALETTE, type Theme } from "./palette.js";

/** What becomes of the color of a brand in one theme, each as `#rrggbb`. */
export interface BrandPaint {
  /** The color as it was given: of primary buttons and of the mark. */
  readonly fill: string;
  /** White or black, the one that reads better on `fill`; contrast 4.5 or more. */
  readonly onFill: string;
  /** Of a primary button below the pointer; `onFill` reads on it, too. */
  readonly hover: string;
  /** Of links and icons: contrast 4.5 or more with page and card. */
  readonly text: string;
  /** Around what has the focus: contrast 3 or more with page and card. */
  readonly ring: string;
  /** Of what is chosen or marked, such as a badge: a tenth of the color on the card. */
  readonly soft: string;
  /** Of text on `soft`: contrast 4.5 or more. */
  readonly onSoft: string;
  /** Around `fill` where it can hardly be told from the card; null where it can. */
  readonly border: string | null;
}

/** The colors of a brand, by theme. */
export type BrandTokens = Readonly<Record<Theme, BrandPaint>>;

/** The contrast that WCAG 2.2 AA asks of text, and of what shows the focus. */
const OF_TEXT = 4.5;
const OF_CONTROLS = 3;

/**
 * Below this contrast an area without an edge is lost on its ground: 1.2, as it is rounded, so that
 * black counts on the dark card.
 */
const HARDLY_SEEN = 1.25;

const HOVER_SHARE = 0.12;
const SOFT_SHARE = 0.1;

/** In hundredths: how finely a color is mixed until it can be read. */
const STEPS = 100;

/**
 * Returns what mails and pages paint with, made of the one color of a brand. Every color gives
 * readable ones.
 * @param color as `#rrggbb`, in lower or upper case
 * @example
 * brandTokens("#0f766e").dark.text; // "#3a8f88"
 */
export function brandTokens(color: string): BrandTokens {
  const fill = color.toLowerCase();
  return { light: paint(fill, "light"), dark: paint(fill, "dark") };
}

function paint(fill: string, theme: Theme): BrandPaint {
  const { page, card, edge } = PALETTE[theme];
  const onFill = readableOn(fill);
  const soft = mix(card, fill, SOFT_SHARE);
  return {
    fill,
    onFill,
    hover: mix(fill, onFill === WHITE ? BLACK : WHITE, HOVER_SHARE),
    text: untilSeen(fill, { theme, on: [page, card], least: OF_TEXT }),
    ring: untilSeen(fill, { theme, on: [page, card], least: OF_CONTROLS }),
    soft,
    onSoft: untilSeen(fill, { theme, on: [soft], least: OF_TEXT }),
    border: contrast(fill, card) < HARDLY_SEEN ? edge : null,
  };
}

/** How a color must stand out. */
interface Demand {
  readonly theme: Theme;
  /** From each of these. */
  readonly on: readonly string[];
  /** The contrast. */
  readonly least: number;
}

/** Returns the color, mixed towards black on light and white on dark as far as it must be. */
function untilSeen(color: string, { theme, on, least }: Demand): string {
  const end = theme === "light" ? BLACK : WHITE;
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, end, step / STEPS);
    if (on.every((ground) => contrast(mixed, ground) >= least)) return mixed;
  }
  return end;
}
