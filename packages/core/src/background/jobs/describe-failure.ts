/** What in a message may be a value, such as what a user entered, and what stands there instead. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, "[URL]"],
  [/[^\s"'`<>(),;:=]+@[^\s"'`<>(),;:=]+/g, "[email]"],
  [/"[^"]*"|“[^”]*”|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g, "[value]"],
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, "[id]"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b|(?:\b[\da-f]{1,4}:|::)(?:[\da-f]{0,4}:)+[\da-f]{0,4}/gi, "[IP]"],
  [/\d{4,}/g, "[number]"],
];

const MAX_LENGTH = 200;

/**
 * Returns what an operator is told of a failed attempt: the name of the error, its code, and the first line of its message without values. It is stored, so
 * it says nothing of anybody's; the log has the whole error.
 * @param failure what was thrown
 */
export function describeFailure(failure: unknown): string {
  const isError = failure instanceof Error;
  const code = isError && "code" in failure ? plainCode(failure.code) : "";
  const kind = isError ? `${failure.name}${code}` : `a thrown ${typeof failure}`;
  const [line = ""] = (isError ? failure.message : String(failure)).trimStart().split(/[\r\n]/, 1);
  const message = VALUES.reduce((said, [value, word]) => said.replaceAll(value, word), line);
  return `${kind}: ${message}`
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, MAX_LENGTH)
    .trimEnd();
}

/** A code such as `ECONNREFUSED` or `23505`; anything else may be a value. */
const plainCode = (code: unknown): string =>
  typeof code === "string" && /^[A-Z\d_]{3,40}$/.test(code) ? ` ${code}` : "";
