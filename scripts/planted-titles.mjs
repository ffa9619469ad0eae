import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** The entries of the testing kit that hold tests. */
const ENTRIES = new Map([
  ["@acme/auth-testing", "packages/testing/src/index.ts"],
  ["@acme/auth-testing/store-contract", "packages/testing/src/store-contract.ts"],
]);
const OF_TESTS = /\/test\/|^packages\/testing\//;
/** What Vitest fills in: `%s` and its like, and `$name`. */
const PLACEHOLDER = /%[sdifjoO#]|\$[\w.]+/;

/**
 * The texts of a test file and of the files beside it that it imports, where titles and what is filled into them come from.
 * @typedef {object} Texts
 * @property {readonly (readonly string[])[]} titles Each title, as its fixed parts: something is filled in between them.
 * @property {string} source All of it, in which everything that is filled in must stand.
 */

/** @type {Map<string, Texts>} */
const known = new Map();

/**
 * Whether some test of the file has that title, or one of which it is a part. What is filled into a title must stand
 * in the file too.
 * @param {string} root @param {string} file From the root. @param {string} name
 */
export function hasTitle(root, file, name) {
  const texts = known.get(file) ?? readTexts(root, file);
  known.set(file, texts);
  const { titles, source } = texts;
  return (
    titles.some((parts) => parts.some((part) => part.includes(name))) ||
    titles.some((parts) => parts.length > 1 && isPartOf(name, parts, source))
  );
}

/** @param {string} root @param {string} file @returns {Texts} */
function readTexts(root, file) {
  const files = new Set([file]);
  const titles = /** @type {string[][]} */ ([]);
  let source = "";
  for (const path of files) {
    const read = parsed.get(path) ?? parseFile(root, path);
    parsed.set(path, read);
    source += `${read.text}\n`;
    titles.push(...read.titles);
    for (const imported of read.imports) files.add(imported);
  }
  return { titles, source };
}

/**
 * What one file says by itself. Most test files import the same helpers, so each is parsed once.
 * @type {Map<string, ReturnType<typeof parseFile>>}
 */
const parsed = new Map();

/** @param {string} root @param {string} path */
function parseFile(root, path) {
  const text = readFileSync(join(root, path), "utf8");
  const titles = /** @type {string[][]} */ ([]);
  const imports = /** @type {string[]} */ ([]);
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest), (node) => {
    const [title] = ts.isCallExpression(node) && isTest(node, text) ? node.arguments : [];
    if (title)
      visit(title, (inner) => {
        const parts = partsOf(inner);
        if (parts) titles.push(parts.flatMap((part) => part.split(PLACEHOLDER)));
      });
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return;
    if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      imports.push(...resolved(root, path, node.moduleSpecifier.text));
  });
  return { text, titles, imports };
}

/** @param {ts.Node} node @param {(node: ts.Node) => void} look */
function visit(node, look) {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/** Whether a call defines a test, or a group of them. @param {ts.CallExpression} call @param {string} text */
const isTest = ({ expression }, text) =>
  /^(it|test|describe)(\b|[A-Z])/.test(text.slice(expression.pos, expression.end).trim());

/** The fixed parts of a text; null for what is none. @param {ts.Node} node */
function partsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** The test file, or helper of tests, that an import names; none for a source of the product. @param {string} root @param {string} from @param {string} name */
function resolved(root, from, name) {
  const path = name.startsWith(".")
    ? join(dirname(from), name.replace(/\.js$/, ".ts"))
    : ENTRIES.get(name);
  return path && OF_TESTS.test(path) && existsSync(join(root, path)) ? [path] : [];
}

/**
 * Whether `name` is a part of a title with those fixed parts. What is filled in between them must stand in `source`.
 * @param {string} name @param {readonly string[]} parts @param {string} source
 */
function isPartOf(name, parts, source) {
  const isFilling = (/** @type {string} */ text) =>
    source.includes(text) || source.includes(text.replaceAll("'", ""));
  /** Whether what is filled in behind a part, and the parts from `next` on, begin with `text`. @param {string} text @param {number} next @returns {boolean} */
  const goesOn = (text, next) => {
    const part = parts[next];
    if (part === undefined) return text === "";
    for (let end = 0; end <= text.length; end++) {
      if (!isFilling(text.slice(0, end))) return false;
      const rest = text.slice(end);
      if (
        part.startsWith(rest) ||
        (rest.startsWith(part) && goesOn(rest.slice(part.length), next + 1))
      )
        return true;
    }
    return false;
  };
  return parts.some((part, index) =>
    endsThatBegin(part, name).some((length) => goesOn(name.slice(length), index + 1)),
  );
}

/** The lengths of the ends of `part` with which `text` begins; 0 where it begins with what is filled in. @param {string} part @param {string} text */
const endsThatBegin = (part, text) =>
  Array.from({ length: Math.min(part.length, text.length) + 1 }, (_, length) => length).filter(
    (length) => part.endsWith(text.slice(0, length)),
  );
