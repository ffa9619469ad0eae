import { dirname, join, relative } from "node:path";
import { Failure } from "../tasks/command.mjs";
import { CORE_PAGES, namespacePage, pageInCore } from "./library-places.mjs";

/** @typedef {import("./library-places.mjs").Namespace} Namespace */
/**
 * @typedef {object} Module What TypeDoc says of an entry point, as one text.
 * @property {string} entry Such as `@acme/auth-core/store`.
 * @property {string} name Such as `core/src/store`.
 * @property {string} url Where the links of TypeDoc look for it.
 * @property {string} text
 */
/** @typedef {{ module: Module, name: string, text: string, page: string }} Part One public name. */
/** @typedef {{ path: string, title: string, group: string, text: string }} Page */
/**
 * @typedef {object} Plan
 * @property {ReadonlyMap<string, string>} files
 * @property {readonly Namespace[]} namespaces
 */

const CORE = "core/src";
const NAME = /^## (?<name>.+?)(?: \{#[^}]+\})?$/m;
const ANCHOR = /\{#(?<heading>[^}]+)\}$|<a id="(?<property>[^"]+)">/gm;
const LINK = /\]\((?<url>[^()\s#]*)#(?<anchor>[^()\s]+)\)/g;
/** The anchor of a page's title, which a name on it may have too. */
const OF_PAGE = "{#this-page}";
const RULE = /\n\*\*\*\n/g;
/** Headings such as "Parameters", which no link leads to: there are a thousand of each. */
const LABEL = /^#{3,6} ([^{}\n]+)$/gm;
/** Stood below such a heading. */
const MEMBER = /^#### /gm;

/**
 * The pages of the reference, with their links to each other.
 * @param {readonly Module[]} modules @param {Plan} plan @returns {readonly Page[]}
 */
export function pagesOf(modules, plan) {
  const parts = modules.flatMap((module) => partsOf(module, plan));
  const placed = placesOf(parts);
  const linked = parts.map((part) => ({ ...part, text: relinked(part, placed) }));
  const pages = [
    ...plan.namespaces.map((each) => namespaceText(each, linked)),
    ...entryPages(modules, linked),
  ];
  return [indexOf(pages), ...pages];
}

/** @param {Module} module @param {Plan} plan @returns {readonly Part[]} */
function partsOf(module, plan) {
  const texts = module.text
    .replace(RULE, "\n")
    .replace(LABEL, "**$1**")
    .replace(MEMBER, "### ")
    .split(/^(?=## )/m);
  return texts.filter(isName).map((text) => {
    const name = NAME.exec(text)?.groups?.["name"]?.replace(/[()]/g, "") ?? "";
    return { module, name, text, page: pageFor(module, name, plan) };
  });
}

/** Whether it is about a name: other text stands before the first one. @param {string} text */
const isName = (text) => text.startsWith("## ");

/** @param {Module} module @param {string} name @param {Plan} plan */
function pageFor({ entry, name: module }, name, { files, namespaces }) {
  const own = namespaces.find((each) => each.module === module && each.type === name);
  if (own) return namespacePage(own);
  const file = files.get(`${module}.${name}`) ?? "";
  return module === CORE ? pageInCore(file, namespaces) : pageOfEntry(entry);
}

/** @param {string} entry */
const pageOfEntry = (entry) => entry.replace("@acme/auth-", "").replaceAll("/", "-");

/** On which page each anchor of a module is. @param {readonly Part[]} parts */
function placesOf(parts) {
  const places = /** @type {Map<string, string>} */ (new Map());
  for (const { module, text, page } of parts)
    for (const { groups } of text.matchAll(ANCHOR))
      places.set(`${module.url}#${groups?.["heading"] ?? groups?.["property"]}`, page);
  return places;
}

/** @param {Part} part @param {ReadonlyMap<string, string>} places */
function relinked({ module, text, page }, places) {
  return text.replace(LINK, (_, url, anchor) => {
    const target = url === "" ? module.url : join(dirname(module.url), url);
    const found = places.get(`${target}#${anchor}`);
    if (found === undefined) throw new Failure(`${module.entry}: there is no ${target}#${anchor}.`);
    return found === page ? `](#${anchor})` : `](${linkTo(page, found)}#${anchor})`;
  });
}

/** @param {string} page @param {string} target */
function linkTo(page, target) {
  const link = relative(dirname(page), target);
  return `${link.startsWith(".") ? link : `./${link}`}.md`;
}

/**
 * The page of a namespace: its methods, then what they take and return.
 * @param {Namespace} namespace @param {readonly Part[]} parts @returns {Page}
 */
function namespaceText(namespace, parts) {
  const path = namespacePage(namespace);
  const own = parts.filter(({ page }) => page === path);
  const isMain = (/** @type {Part} */ { name }) => name === namespace.type;
  const main = own.find(isMain);
  if (!main) throw new Failure(`The reference has no ${namespace.type}.`);
  const title = `auth.${namespace.property}`;
  const others = own.filter((part) => !isMain(part)).map(({ text }) => raised(text, 1));
  const text = raised(main.text, -1).replace(/^# .*?(?= \{#)/, `# ${title}`);
  const types = others.length > 0 ? `\n## Types\n\n${others.join("\n")}` : "";
  return { path, title, group: "auth", text: text + types };
}

/** Moves headings by levels. @param {string} text @param {1 | -1} by */
const raised = (text, by) =>
  text.replace(/^(#{2,5}) /gm, (_, marks) => `${by > 0 ? `#${marks}` : marks.slice(1)} `);

/** @param {readonly Module[]} modules @param {readonly Part[]} parts @returns {readonly Page[]} */
function entryPages(modules, parts) {
  const textOf = (/** @type {string} */ path) =>
    parts
      .filter(({ page }) => page === path)
      .map(({ text }) => text)
      .join("\n");
  return modules.flatMap(({ entry, name, text }) => {
    const [intro = ""] = text.split(/^(?=## )/m).filter((part) => !isName(part));
    const path = pageOfEntry(entry);
    if (name !== CORE) {
      const page = `# ${entry} ${OF_PAGE}\n\n${intro.replace(RULE, "")}\n${textOf(path)}`;
      return [{ path, title: entry, group: "entries", text: page }];
    }
    return Object.entries(CORE_PAGES).map(([place, title]) => {
      const head = `# ${title} ${OF_PAGE}\n\nOf \`${entry}\`.\n\n`;
      return { path: place, title, group: "core", text: head + textOf(place) };
    });
  });
}

/** @param {readonly Page[]} pages @returns {Page} */
function indexOf(pages) {
  const list = (/** @type {string} */ group) =>
    pages
      .filter((page) => page.group === group)
      .map(({ path, title }) => `- [${title}](./${path}.md)`)
      .join("\n");
  const text = `# Library

What the packages export, made of the comments in the sources of this version.

## The namespaces of \`auth\`

What [\`createAuth\`](./create-auth.md) returns:

${list("auth")}

## The rest of \`@acme/auth-core\`

${list("core")}

## Other entry points

${list("entries")}
`;
  return { path: "index", title: "Library", group: "index", text };
}
