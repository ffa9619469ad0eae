import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FILE = /^(\d{4})-.*\.md$/;
const TITLE = /^# \d{4}(?: ·)? (?<title>.+)$/m;

/** The index of the decisions, the newest first. @param {string} folder @param {string} note Says that it is generated. */
export function decisionIndex(folder, note) {
  const rows = readdirSync(folder)
    .filter((file) => FILE.test(file))
    .sort()
    .reverse()
    .map((file) => `| [${file.slice(0, 4)}](${file}) | ${titleOf(folder, file)} |`);
  return `# Decisions\n\n${note} Each record says what was decided, why, and what follows from it. A decision that is changed gets a new record.\n\n| record | what it decides |\n|---|---|\n${rows.join("\n")}\n`;
}

/** @param {string} folder @param {string} file */
function titleOf(folder, file) {
  const title = TITLE.exec(readFileSync(join(folder, file), "utf8"))?.groups?.["title"];
  if (!title)
    throw new Error(`docs/decisions/${file} does not begin with "# ${file.slice(0, 4)} …".`);
  return title;
}
