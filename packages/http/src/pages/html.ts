const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML that may be sent as it is. The `html` tag makes it; pass nothing to the constructor that a person has entered. */
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
 * A template whose every inserted string is escaped.
 * @example
 * html`<p>Hello ${user.name}</p>`.text;
 */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(insert)));

function insert(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
