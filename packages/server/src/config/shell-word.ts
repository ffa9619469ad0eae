import { printable } from "./printable.js";

/** What every shell takes as it stands. */
const PLAIN = /^[\w.@+-]+$/;
/**
 * Returns a text as one word of a POSIX shell, to be pasted as a part of a command: the shell takes
 * it for nothing but that text. Whatever a terminal would obey while it is pasted, such as a
 * control character, is written as a number, so that the word is what is seen.
 */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  if (printable(text) === text) return `'${text.replaceAll("'", `'\\''`)}'`;
  // Command substitution drops the line ends at the end; those stay as they are.
  const [, body = "", lineEnds = ""] = /^([^]*?)(\n*)$/.exec(text) ?? [];
  const written = body.replace(/[^\w/.:@ ]/gu, octal);
  return `"$(printf '${written}')"${lineEnds && `'${lineEnds}'`}`;
}

/** Returns the words of a command, to be pasted into a POSIX shell. */
export const shellCommand = (...words: readonly string[]): string => words.map(shellWord).join(" ");

const octal = (character: string): string =>
  Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
