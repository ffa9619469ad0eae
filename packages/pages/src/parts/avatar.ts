import { type Html, html } from "@acme/auth-http";

/** How many hues the stylesheet has; each is readable in both themes. */
const HUES = 8;

/**
 * Two letters of a name, or of the address of a user without one, in a color of its own. Screen
 * readers hear the name beside it.
 */
export const avatar = (of: {
  readonly id: string;
  readonly name: string | null;
  readonly email?: string;
}): Html =>
  html`<span class="avatar hue-${hueOf(of.id)}" aria-hidden="true"
    >${initialsOf(of.name || (of.email ?? ""))}</span
  >`;

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const graphemesOf = (text: string): readonly string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

/**
 * Returns the first grapheme of the first and of the last word; of a single word, its first two.
 */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, "")
    .split(/[\s._-]+/)
    .filter((word) => word !== "");
  const [first = "?", last] = [words[0], words.at(-1)];
  const letters =
    words.length > 1 && last !== undefined
      ? [graphemesOf(first)[0], graphemesOf(last)[0]]
      : graphemesOf(first).slice(0, 2);
  return letters.join("").toUpperCase();
}

/** Returns the same hue for the same id, everywhere. */
export const hueOf = (id: string): number =>
  Array.from(id, (character) => character.codePointAt(0) ?? 0).reduce(
    (sum, code) => (sum * 31 + code) % 65_521,
    7,
  ) % HUES;
