import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const LINK = /\]\(([^)\s]+)\)/g;
/** What begins with one of these leads out of the package. */
const ELSEWHERE = /^(?:[a-z]+:|#)/;
/** What a reader of the installed package begins with. */
const FIRST = [
  "AGENTS.md",
  "skills/add-acme-auth/SKILL.md",
  "docs/index.md",
  "docs/guide/getting-started.md",
  "docs/http-surface.md",
];

/**
 * The package of core carries the documents of its version: those that are read first are there, the
 * skill says what it is for, and every link to a file of the package leads to one.
 * @param {string} folder The unpacked package.
 * @returns {readonly string[]} What is wrong.
 */
export function faultsOfDocuments(folder) {
  const missing = FIRST.filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) return missing.map((path) => `It lacks ${path}`);
  const [, skill = ""] = FIRST;
  const isNamed = /^---\nname: add-acme-auth\ndescription: \S.{60,}\n---\n/.test(
    readFileSync(join(folder, skill), "utf8"),
  );
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".md") && path !== "README.md",
  );
  return [
    ...(isNamed ? [] : [`${skill} does not begin with its name and what it is for`]),
    ...pages.flatMap((page) => deadLinksOf(folder, page)),
  ];
}

/** @param {string} folder @param {string} page */
const deadLinksOf = (folder, page) =>
  Array.from(readFileSync(join(folder, page), "utf8").matchAll(LINK), ([, link = ""]) => link)
    .filter((link) => !ELSEWHERE.test(link))
    .filter((link) => !existsSync(join(folder, dirname(page), link.replace(/#.*/, ""))))
    .map((link) => `${page}: ${link} leads to no file of the package`);
