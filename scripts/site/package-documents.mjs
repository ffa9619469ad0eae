// Writes the documents of this version into packages/core/docs, which its package carries.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../tasks/command.mjs";
import { pageOf, SITE, SOURCES } from "./addresses.mjs";
import { indexOf, textOf } from "./companions.mjs";

const DOCS = join(ROOT, "docs");
const PACKAGED = join(ROOT, "packages/core/docs");
/** What is about how the library is made and proven is for its reviewers. */
const LEFT_OUT =
  /^(README|performance|proofs|security-requirements|what-decides-the-speed|reference-server)\.md$/;
const LINK = /(\]\(|(?:src|srcset)=")(\.[^)"#\s]+)(#[^)"\s]*)?/g;

const folders = ["", "guide/"];
const sources = folders.flatMap((folder) =>
  readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith(".md") && !(folder === "" && LEFT_OUT.test(name)))
    .map((name) => folder + name),
);
const packaged = new Set(sources.map(pageOf));

/** @param {string} page @param {string} text */
const withLinksOut = (page, text) =>
  text.replace(LINK, (whole, before, link, anchor = "") => {
    const target = join(dirname(page), link);
    if (packaged.has(target)) return whole;
    if (!target.endsWith(".md")) return `${before}${SOURCES}/raw/main/docs/${target}`;
    return `${before}${SITE}${target.replace(/(index)?\.md$/, "")}${anchor}`;
  });

rmSync(PACKAGED, { recursive: true, force: true });
const texts = sources.map((path) => textOf(path, readFileSync(join(DOCS, path), "utf8")));
const written = [
  ...texts.map(({ path, text }) => ({ path, text: withLinksOut(path, text) })),
  { path: "index.md", text: indexOf(texts, "./") },
];
for (const { path, text } of written) {
  mkdirSync(dirname(join(PACKAGED, path)), { recursive: true });
  writeFileSync(join(PACKAGED, path), text);
}
