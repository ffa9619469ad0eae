/**
 * The rule of control characters (Unicode category Cc: C0, DEL and C1), in one place. They move the
 * cursor of a terminal, begin another line of a log or another header of a mail, are left out of a
 * URL by browsers, and not every database keeps them.
 */
const CONTROL = /\p{Cc}/u;

/** Returns whether the text holds a control character: C0, DEL or C1. */
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

/** Returns the text with a space for each control character. */
export const blankControlCharacters = (text: string): string => text.replaceAll(/\p{Cc}/gu, " ");

/**
 * Returns the text as one line: a space for whatever controls or ends a line, and none at its ends.
 */
export const inOneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/**
 * Returns whether every database keeps the text, line ends and all: not every one can keep a NUL or
 * half a character.
 */
export const isStorable = (text: string): boolean =>
  !text.includes("\u0000") && text.isWellFormed();

/**
 * Returns whether the text can be shown to people and kept by every database: no control
 * characters, no unpaired surrogates.
 */
export const isPlainText = (text: string): boolean =>
  !hasControlCharacter(text) && text.isWellFormed();
