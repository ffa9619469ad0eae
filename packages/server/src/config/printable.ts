/**
 * Escapes what a terminal or a log reader would interpret: C0 and C1 controls, line separators, and
 * marks that reorder text.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029\p{Bidi_Control}\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
