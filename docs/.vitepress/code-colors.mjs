/**
 * How code is colored: few hues, each with a contrast of 5 or more on its ground.
 * @param {"light" | "dark"} type
 * @param {Readonly<Record<"text" | "quiet" | "word" | "string" | "value" | "name", string>>} colors
 */
const codeTheme = (type, { text, quiet, word, string, value, name }) => ({
  name: `acme-${type}`,
  type,
  colors: { "editor.background": "#00000000", "editor.foreground": text },
  tokenColors: [
    { settings: { foreground: text } },
    { scope: ["comment", "punctuation.definition.comment"], settings: { foreground: quiet } },
    {
      scope: ["keyword", "storage", "variable.language", "support.type.property-name.css"],
      settings: { foreground: word },
    },
    {
      scope: ["keyword.operator", "punctuation", "storage.type.function.arrow"],
      settings: { foreground: quiet },
    },
    { scope: ["string", "markup.inline.raw"], settings: { foreground: string } },
    { scope: ["constant", "support.constant"], settings: { foreground: value } },
    {
      scope: ["entity.name", "support.class", "support.type", "support.function", "entity.other"],
      settings: { foreground: name },
    },
  ],
});

export const CODE_THEMES = {
  light: codeTheme("light", {
    text: "#15181e",
    quiet: "#535b6a",
    word: "#1f5fae",
    string: "#14663a",
    value: "#7a4b00",
    name: "#0d6a63",
  }),
  dark: codeTheme("dark", {
    text: "#eceef2",
    quiet: "#a6adbb",
    word: "#8fbcf5",
    string: "#7fdca0",
    value: "#f5ce86",
    name: "#6fcfc5",
  }),
};

/**
 * Says how many lines a block has, so that a browser knows its height without laying it out.
 */
export const COUNTED_LINES = {
  name: "counted-lines",
  /**
   * @this {{ lines: readonly unknown[] }}
   * @param {{ properties: Record<string, any> }} node
   */
  pre(node) {
    node.properties["style"] = `${node.properties["style"] ?? ""};--lines:${this.lines.length}`;
  },
};
