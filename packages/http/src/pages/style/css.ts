/** Marks a text as CSS, so that editors and the formatter read it as that. */
export const css = String.raw;

/** Returns CSS without what only its reader needs. It has no comment or blank in a string. */
export const minified = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,>]) ?/g, "$1")
    .replaceAll(/="([a-z]+)"\]/g, "=$1]")
    .replaceAll("@media (", "@media(")
    .replaceAll(/([a-z\d-]): /g, "$1:")
    .replaceAll(/([ :,(])0\./g, "$1.")
    .replaceAll(";}", "}")
    .trim();
