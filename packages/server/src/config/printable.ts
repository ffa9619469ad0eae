/**
 * Escapes what a terminal or a log reader would interpret: C0 and C1 controls, line separators, and
 * marks that reorder text.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
