/** Attributes that people see or hear, and what the script says by itself. */
const SPOKEN = /\s(?:alt|title|placeholder|aria-label)="([^"]*)"/g;
const SAID_BY_SCRIPT = /\sdata-[\w-]+="([^"]*)"/g;
/** What stands in a page and is no text. */
const SILENT = /<(style|script|svg)\b[^>]*>.*?<\/\1>/gs;

const plain = (text: string): string =>
  text
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Every text of a document that a person sees or hears, each once. */
export function textsIn(html: string): ReadonlySet<string> {
  const [script = ""] = /<script\b[^>]*>/.exec(html) ?? [];
  const attributes = [...html.matchAll(SPOKEN), ...script.matchAll(SAID_BY_SCRIPT)];
  const nodes = html
    .replaceAll(SILENT, " ")
    .replaceAll("<wbr />", "")
    .split(/<[^>]*>/);
  return new Set(
    [...attributes.map(([, text = ""]) => text), ...nodes]
      .map(plain)
      .filter((text) => /\p{L}{2}/u.test(text)),
  );
}
