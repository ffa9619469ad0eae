import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const TITLE = /^# (?<number>\d{4}) (?<title>.+)$/m;

/**
 * The index of the decisions, by number.
 * @param {string} folder
 * @param {string} note Says that it is generated.
 */
export function decisionIndex(folder, note) {
  const rows = readdirSync(folder)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .sort()
    .map((file) => `| [${file.slice(0, 4)}](${file}) | ${titleOf(folder, file)} |`);
  return `# Decisions

${note}

Each record says what was decided and why in about ten lines; what was measured stands in the
commit. What is decided anew goes into the record of its subject. A record that joins another takes
the lower number, and one that no longer holds is removed. No number is given again, so there are
gaps.

| record | what it decides |
|---|---|
${rows.join("\n")}
`;
}

/** @param {string} folder @param {string} file */
function titleOf(folder, file) {
  const groups = TITLE.exec(readFileSync(join(folder, file), "utf8"))?.groups;
  if (groups?.["number"] !== file.slice(0, 4))
    throw new Error(`docs/decisions/${file} does not begin with "# ${file.slice(0, 4)} …".`);
  return groups["title"];
}
