import { readFileSync } from "node:fs";

const TEXT = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const HEAD = /^# (?<title>.+)\n\n(?<text>[^]+?)\n\n/;

/** The title and the first paragraph of the landing page stand in its hero instead. */
export const withoutHead = (/** @type {string} */ text) => text.replace(HEAD, "");

/** How the landing page begins. @returns {Record<string, unknown>} */
export function hero() {
  const { title = "", text = "" } = HEAD.exec(TEXT)?.groups ?? {};
  const actions = [
    { theme: "brand", text: "Get started", link: "/guide/getting-started" },
    { theme: "alt", text: "Read the guide", link: "/guide/" },
  ];
  return { layout: "home", hero: { text: title, tagline: text.replaceAll("\n", " "), actions } };
}
