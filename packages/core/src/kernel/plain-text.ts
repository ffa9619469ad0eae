// eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Returns whether the text holds a control character: C0, DEL or C1. */
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

/** Returns whether the text can be shown to people and kept by every database: no control characters, no unpaired surrogates. */
export const isPlainText = (text: string): boolean =>
  !hasControlCharacter(text) && text.isWellFormed();
