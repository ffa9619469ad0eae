/** What must not enter version control: the secret and the database. */
const RULES = [
  { line: ".env", covers: /^!?\/?\.env\*?$/ },
  { line: "data/", covers: /^!?\/?data\/?$/ },
];

/**
 * Adds what is missing to the text of a .gitignore (empty when there is none). Returns null when
 * nothing is missing. The last line that is about a file decides, as in git.
 */
export function addToGitignore(text: string): string | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const missing = RULES.filter(({ covers }) => {
    const last = lines.findLast((line) => covers.test(line));
    return last === undefined || last.startsWith("!");
  });
  if (missing.length === 0) return null;
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text === "" || text.endsWith("\n") ? text : text + lineEnd;
  return before + missing.map(({ line }) => line + lineEnd).join("");
}
