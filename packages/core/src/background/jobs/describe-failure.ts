import { inOneLine } from "../../kernel/plain-text.js";

/** What in a message may be a value, such as what a user entered, and what stands there instead. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, "[URL]"],
  [/[^\s"'`<>(),;:=]+(?:@|%40)[^\s"'`<>(),;:=]+/gi, "[email]"],
  // A quote that is not closed reaches to the end. An apostrophe within a value, as in 'Conan
  // O'Brien', closes nothing.
  [/"(?:\\.|[^"\\])*["\\]?|`[^`]*`?/gs, "[value]"],
  [/„[^“”]*[“”]?|“[^”]*”?|«[^»]*»?/g, "[value]"],
  [/(?<![\p{L}\p{N}_])'.*?(?:'(?![\p{L}\p{N}_])|$)/gsu, "[value]"],
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, "[id]"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b|(?:\b[\da-f]{1,4}:|::)(?:[\da-f]{0,4}:)+[\da-f]{0,4}/gi, "[IP]"],
  [/\+?\d(?:[\p{Zs}()./-]{0,2}\d){3,}/gu, "[number]"],
];

const MAX_LENGTH = 200;

/** A message may be huge, and some patterns take the square of what they read. */
const MAX_READ = 2_000;

/**
 * Returns what an operator is told of a failed attempt: the name of the error, its code, and the
 * first line of its message without values. It is stored, so it says nothing of anybody's; the log
 * has the whole error.
 * @param failure what was thrown
 */
export function describeFailure(failure: unknown): string {
  const isError = failure instanceof Error;
  const code = isError && "code" in failure ? plainCode(failure.code) : "";
  const kind = isError ? `${failure.name}${code}` : `a thrown ${typeof failure}`;
  const start = beginningOf(isError ? failure.message : String(failure));
  // A value may have several lines.
  const plain = VALUES.reduce((said, [value, word]) => said.replaceAll(value, word), start);
  const [line = ""] = plain.split(/[\r\n]/, 1);
  return inOneLine(`${kind}: ${line}`).slice(0, MAX_LENGTH).trimEnd();
}

/** Half a value is not recognized: what is cut ends before the word that it would cut. */
function beginningOf(message: string): string {
  const text = message.trimStart();
  if (text.length <= MAX_READ) return text;
  const cut = text.slice(0, MAX_READ);
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), MAX_LENGTH));
}

/** A code such as `ECONNREFUSED` or `STORE_CONFLICT`; anything else may be a value. */
const plainCode = (code: unknown): string =>
  typeof code === "string" && /^[A-Z\d_]{3,40}$/.test(code) ? ` ${code}` : "";
