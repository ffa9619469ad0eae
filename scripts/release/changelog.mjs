import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of a release, in the order of the changelog. */
const PARTS = ["Added", "Changed", "Fixed", "Removed"];
/**
 * The releases stand below this line, the newest first; what stands above it is written by hand.
 */
const RELEASES = "<!-- releases -->\n";

/**
 * What waits in `.changeset`: each text has headings of {@link PARTS}.
 * @param {string} root
 * @returns {readonly string[]}
 */
export function readChangesets(root) {
  const folder = join(root, ".changeset");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").replace(/^---\n[^]*?^---\n/m, ""));
}

/**
 * Writes a release into CHANGELOG.md.
 * @param {string} root
 * @param {{ version: string, date: string, changesets: readonly string[] }} release
 */
export function writeRelease(root, { version, date, changesets }) {
  const parts = PARTS.flatMap((part) => {
    const items = changesets.map((text) => itemsOf(text, part)).filter((text) => text !== "");
    return items.length === 0 ? [] : [`### ${part}\n\n${items.join("\n")}\n`];
  });
  const path = join(root, "CHANGELOG.md");
  const changelog = readFileSync(path, "utf8");
  if (!changelog.includes(RELEASES)) throw new Error(`CHANGELOG.md has no ${RELEASES.trim()}.`);
  const section = `## ${version} (${date})\n\n${parts.join("\n")}`;
  writeFileSync(
    path,
    changelog.replace(RELEASES, () => `${RELEASES}\n${section}`),
  );
}

/** What a changeset says under one heading. @param {string} text @param {string} part */
const itemsOf = (text, part) =>
  new RegExp(`^### ${part}\\n([^]*?)(?=^### |$(?![^]))`, "m").exec(text)?.[1]?.trim() ?? "";
