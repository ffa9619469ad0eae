import { escapeHtml } from "@acme/auth-core/surface";

/**
 * HTML that may be sent as it is. The `html` tag makes it; pass nothing to the constructor that a
 * person has entered.
 */
export class Html {
  /** The HTML, escaped where it had to be. */
  readonly text: string;
  /** @param text is taken as HTML */
  constructor(text: string) {
    this.text = text;
  }
}

/** What may be inserted into a template: a string or number is escaped, HTML stays as it is. */
export type HtmlValue = string | number | Html | readonly Html[];

/**
 * A template whose every inserted string is escaped. Its own white space is one space where the
 * source has more, outside of `pre`, `textarea` and attribute values; what is inserted stays as it
 * is.
 * @example
 * html`<p>Hello ${user.name}</p>`.text;
 */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(String.raw({ raw: collapsed(strings) }, ...values.map(insert)));

const templates = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The parts of a template without its indentation, made once. */
function collapsed(strings: TemplateStringsArray): readonly string[] {
  const made = templates.get(strings);
  if (made) return made;
  const parts = strings
    .join(INSERTION)
    .replaceAll(PIECES, (piece, opening?: string, _name?: string, content?: string) =>
      opening === undefined ? tight(piece) : `${tight(opening)}${content ?? ""}`,
    )
    .split(INSERTION);
  templates.set(strings, parts);
  return parts;
}

/** Stands for what is inserted. No template has it. */
const INSERTION = "\0";
/** An element in which white space counts, or a tag, or the white space of a text. */
const PIECES =
  /(<(pre|textarea|script|style)\b(?:"[^"]*"|'[^']*'|[^"'>])*>)([^]*?)(?=<\/\2>|$)|<[a-z/!](?:"[^"]*"|'[^']*'|[^"'>])*>|[\t\n\f\r ]+/gi;

/** A tag or a blank with no more white space than it needs, as HTML defines it. */
const tight = (piece: string): string =>
  piece.replaceAll(
    /("[^"]*"|'[^']*')|[\t\n\f\r ]+(>)?/g,
    (_part, value?: string, end?: string) => value ?? end ?? " ",
  );

/**
 * Characters that say where a text inserted into another begins and ends (Unicode: FIRST STRONG
 * ISOLATE, POP DIRECTIONAL ISOLATE).
 */
const [ISOLATE, END] = ["\u2068", "\u2069"];

/** Returns a text that `emphasize` shows in bold once it stands in another one. */
export const marked = (text: string): string =>
  `${ISOLATE}${text.replaceAll(/[\u2068\u2069]/g, "")}${END}`;

/** Returns a text whose marked parts are in bold. All of it is escaped. */
export const emphasize = (text: string): Html =>
  html`${text
    .split(/\u2068([^\u2069]*)\u2069/)
    .map((part, index) => (index % 2 === 1 ? html`<strong>${part}</strong>` : html`${part}`))}`;

function insert(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return escapeHtml(String(value));
}
