import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { Failure, ROOT } from "../tasks/command.mjs";
import { isPage, pageOf, SITE, SOURCES } from "./addresses.mjs";
import { entityDiagram } from "./entity-diagram.mjs";
import { withRowAnchors } from "./named-rows.mjs";

const DOCS = join(ROOT, "docs");
/** Fenced blocks, and what stands between two of them. */
const PARTS = /^(```[^]*?^```$)/m;
const FENCE = /^```(?<language>\S*)(?: (?<mark>[^\n]*))?\n(?<text>[^]*)```$/;
const LINK = /(!?\[(?:[^\]\\]|\\.)*\]\()([^)\s]+)(\))/g;
const IMAGE = /((?:src|srcset)=")([^"]+)(")/g;
const COMMENT = /<!--[^]*?-->\n?/g;
const TABS = /^<!-- tabs -->\n(?<group>[^]*?)^<!-- \/tabs -->$/gm;
const TAB = /^\*\*(?<label>[^*]+)\*\*\n\n```(?<language>\S+)[^\n]*\n(?<text>[^]*?)^```$/gm;
const PICTURES = /^<!-- pictures -->\n(?<group>[^]*?)^<!-- \/pictures -->$/gm;
const PICTURE =
  /<picture><source [^>]*srcset="(?<dark>[^"]+)" \/><img src="(?<light>[^"]+)" alt="(?<alt>[^"]+)"[^>]*><\/picture>/g;
const DIAGRAM = /^```mermaid\nerDiagram\n([^]*?)^```$/gm;

/**
 * @typedef {object} Document
 * @property {string} path Below `docs`, such as `guide/mounting.md`.
 * @property {string} text As it stands in the repository.
 */

/**
 * The text of a document as a page of the site is made of it: groups of blocks are tabs, pictures
 * follow the theme, diagrams are drawn, links to the site are links within it, rows with a name have
 * an anchor.
 * @param {Document} document @returns {string}
 */
export const siteText = ({ path, text }) =>
  linked(
    path,
    withRowAnchors(path, text)
      .replace(TABS, tabs)
      .replace(PICTURES, pictures)
      .replace(DIAGRAM, (_, diagram) => entityDiagram(diagram)),
    (link) => (link.startsWith(SITE) ? `/${link.slice(SITE.length)}` : link),
  );

/**
 * The text of a document for those who read Markdown: the site has it beside each page, and the
 * package of core carries it.
 * @param {Document} document @returns {string}
 */
export const plainText = ({ path, text }) =>
  linked(path, text, (link) => link)
    .replace(/ \{#[^}\n]+\}$/gm, "")
    .replace(/<a id="[^"]*"><\/a> /g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">");

/**
 * Links to what is no page lead to the sources, and blocks lose what is said to the checks alone.
 * @param {string} path
 * @param {string} text
 * @param {(link: string) => string} foreign What becomes of a link to elsewhere.
 */
function linked(path, text, foreign) {
  const target = (/** @type {string} */ link) => targetOf(path, link, foreign);
  const follow = (/** @type {string[]} */ ...[, before, link, after]) =>
    `${before}${target(link ?? "")}${after}`;
  return text
    .split(PARTS)
    .map((part) =>
      part.startsWith("```")
        ? withoutMark(part)
        : part.replace(COMMENT, "").replace(LINK, follow).replace(IMAGE, follow),
    )
    .join("");
}

/** @param {string} block */
function withoutMark(block) {
  const { language = "", mark = "", text = "" } = FENCE.exec(block)?.groups ?? {};
  return `\`\`\`${language}${mark.startsWith("[") ? ` ${mark}` : ""}\n${text}\`\`\``;
}

/** @param {string} whole @param {string} group */
function tabs(whole, group) {
  const blocks = group.replace(TAB, "```$2 [$1]\n$3```");
  if (blocks.split(PARTS).some((part) => !part.startsWith("```") && part.trim() !== ""))
    throw new Failure(`A group of tabs has more than names and blocks:\n${whole}`);
  return `::: code-group\n${blocks}:::`;
}

/** @param {string} _ @param {string} group */
function pictures(_, group) {
  const images = group.replace(PICTURE, (...found) => {
    const { dark, light, alt } = found.at(-1);
    const image = (/** @type {string} */ src, /** @type {string} */ theme) =>
      src.includes("desktop")
        ? `<img class="${theme} desktop" src="${src}" alt="${alt}" loading="lazy">`
        : `<img class="${theme} phone" src="${src}" alt="${alt}" loading="lazy" fetchpriority="low">`;
    return image(light, "in-light") + image(dark, "in-dark");
  });
  return `<div class="pictures">\n${images}</div>`;
}

/** @param {string} path @param {string} link @param {(link: string) => string} foreign */
function targetOf(path, link, foreign) {
  if (/^[a-z]+:/.test(link)) return foreign(link);
  if (/^[#/]/.test(link)) return link;
  const [file = "", anchor] = link.split("#");
  const target = normalize(join(dirname(path), file));
  const suffix = anchor === undefined ? "" : `#${anchor}`;
  if (isPage(target)) return relativeTo(path, pageOf(target)) + suffix;
  if (!target.startsWith("../") && !target.endsWith(".md") && !isFolder(target))
    return relativeTo(path, target);
  const kind = isFolder(target) ? "tree" : "blob";
  return `${SOURCES}/${kind}/main/${relative(ROOT, join(DOCS, target))}${suffix}`;
}

/** @param {string} path @param {string} target */
function relativeTo(path, target) {
  const link = relative(dirname(path), target);
  return link.startsWith(".") ? link : `./${link}`;
}

/** @param {string} target Below `docs`. */
function isFolder(target) {
  const file = join(DOCS, target);
  return existsSync(file) && statSync(file).isDirectory();
}
