/** What must not enter version control: the secret and the database. */
const RULES = [
  { line: ".env", covers: /^\/?\.env\*?$/ },
  { line: "data/", covers: /^\/?data\/?$/ },
];

/** A line that takes files back, of which any may be ours. A backslash hides a plain name. */
const TAKES_MANY_BACK = /^!.*[*?[\\]/;

/**
 * Adds what is missing to the text of a .gitignore (empty when there is none). Returns null when
 * nothing is missing. The last line that is about a file decides, as in git.
 */
export function addToGitignore(text: string): string | null {
  // Git takes spaces at the end away, and none at the beginning.
  const lines = text.split(/\r?\n/).map((line) => line.replace(/ +$/, ""));
  const missing = RULES.filter(({ covers }) => {
    const last = lines.findLastIndex((line) => covers.test(line));
    const after = lines.slice(last + 1);
    const isTakenBack = (line: string) =>
      TAKES_MANY_BACK.test(line) || (line.startsWith("!") && covers.test(line.slice(1)));
    return last === -1 || after.some(isTakenBack);
  });
  if (missing.length === 0) return null;
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text === "" || text.endsWith("\n") ? text : text + lineEnd;
  return before + missing.map(({ line }) => line + lineEnd).join("");
}
