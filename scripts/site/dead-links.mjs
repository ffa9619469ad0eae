import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../tasks/command.mjs";
import { BASE } from "./addresses.mjs";

const REFERENCE = /<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="(?<target>[^"]+)"/g;
const ID = /\sid="(?<id>[^"]+)"/g;

/**
 * Looks at every link of the built pages, to headings and to files too, which VitePress does not.
 * @param {string} folder
 * @throws {Failure} that names each link that leads nowhere
 */
export function refuseDeadLinks(folder) {
  const pages = new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".html"))
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
  const ids = new Map(Array.from(pages, ([path, html]) => [path, found(html, ID, "id")]));
  const dead = Array.from(pages, ([page, html]) =>
    Array.from(found(html, REFERENCE, "target"), (target) => {
      const url = new URL(
        target,
        new URL(BASE + page.replace(/(index)?\.html$/, ""), "http://site"),
      );
      if (url.origin !== "http://site") return [];
      const file = fileOf(folder, url.pathname);
      const anchor = decodeURIComponent(url.hash.slice(1));
      const isThere = file !== null && (anchor === "" || ids.get(file)?.has(anchor));
      return isThere ? [] : [`${page}: ${target}`];
    }).flat(),
  ).flat();
  if (dead.length > 0) throw new Failure(`Links that lead nowhere:\n${dead.join("\n")}`);
}

/** @param {string} text @param {RegExp} pattern @param {string} group */
const found = (text, pattern, group) =>
  new Set(Array.from(text.matchAll(pattern), ({ groups }) => groups?.[group] ?? ""));

/** @param {string} folder @param {string} pathname @returns {string | null} */
function fileOf(folder, pathname) {
  if (!pathname.startsWith(BASE)) return null;
  const path = decodeURIComponent(pathname.slice(BASE.length));
  const candidates = [path, `${path}.html`, join(path, "index.html")];
  return candidates.find((each) => /\.\w+$/.test(each) && existsSync(join(folder, each))) ?? null;
}
