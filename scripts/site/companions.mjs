import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pageOf, SITE } from "./addresses.mjs";
import { plainText } from "./document.mjs";

/** @typedef {{ readonly path: string, readonly title: string, readonly text: string }} Text */

/** What an index for machines is divided into, by the folder of the pages. */
const PARTS = /** @type {const} */ ([
  ["Guide", /^guide\//],
  ["Reference and operations", /^[^/]+$/],
  ["Library", /^library\//],
  ["Decisions", /^decisions\//],
]);
/** What `llms-full.txt` has: the library and the decisions would make three of it. */
const WHOLE = /^(guide\/)?[^/]+$/;
const FIRST_SENTENCE = /^(?!#|\||>|-|<|!|Generated)(?<sentence>[A-Z][^]*?\.)(?=\s|$)/m;
const SUMMARY =
  "Authentication for TypeScript services: a library, ready pages and a reference server, on Postgres or SQLite.";

/**
 * Writes what machines read into the built site: each page as Markdown beside it, an index of them
 * (`llms.txt`), and the guide and the reference in one file (`llms-full.txt`).
 * @param {{ srcDir: string, outDir: string, pages: readonly string[] }} site
 */
export function writeCompanions({ srcDir, outDir, pages }) {
  const texts = pages.map((path) => textOf(path, readFileSync(join(srcDir, path), "utf8")));
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    writeFileSync(join(outDir, path), text);
  };
  for (const { path, text } of texts) write(path, text);
  write("llms.txt", indexOf(texts));
  const whole = texts.filter(({ path }) => WHOLE.test(path));
  write(
    "llms-full.txt",
    whole.map(({ path, text }) => `<!-- ${SITE}${path} -->\n\n${text}`).join("\n\n"),
  );
}

/**
 * A page as those who read Markdown get it.
 * @param {string} source @param {string} written @returns {Text}
 */
export function textOf(source, written) {
  const text = plainText({ path: source, text: written });
  return { path: pageOf(source), title: /^# (.*)$/m.exec(text)?.[1] ?? source, text };
}

/**
 * The list of pages, with what each is about.
 * @param {readonly Text[]} texts
 * @param {string} [base] What stands before their paths.
 */
export function indexOf(texts, base = SITE) {
  const parts = PARTS.flatMap(([title, pattern]) => {
    const rows = texts.filter(({ path }) => pattern.test(path)).map((each) => rowOf(each, base));
    return rows.length > 0 ? [`## ${title}\n\n${rows.join("\n")}`] : [];
  });
  return `# Acme Auth\n\n> ${SUMMARY}\n\n${parts.join("\n\n")}\n`;
}

/** @param {Text} text @param {string} base */
function rowOf({ path, title, text }, base) {
  const said = FIRST_SENTENCE.exec(text)
    ?.groups?.["sentence"]?.replace(/\s+/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return `- [${title}](${base}${path})${said ? `: ${said}` : ""}`;
}
