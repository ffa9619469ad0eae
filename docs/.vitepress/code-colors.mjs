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

/** By what a piece of code is. */
export const CODE_COLORS = {
  light: {
    text: "#15181e",
    quiet: "#535b6a",
    word: "#1f5fae",
    string: "#14663a",
    value: "#7a4b00",
    name: "#0d6a63",
  },
  dark: {
    text: "#eceef2",
    quiet: "#a6adbb",
    word: "#8fbcf5",
    string: "#7fdca0",
    value: "#f5ce86",
    name: "#6fcfc5",
  },
};

export const CODE_THEMES = {
  light: codeTheme("light", CODE_COLORS.light),
  dark: codeTheme("dark", CODE_COLORS.dark),
};

/** @typedef {{ properties: Record<string, any>, children: readonly any[] }} Element */

/**
 * Names colors by classes, where the highlighter gives each of up to five thousand pieces of a page
 * a style of its own, which a phone works on for long. Half of the pieces are punctuation: that is
 * the color of the block.
 */
export const CLASSES_OF_COLORS = {
  name: "classes-of-colors",
  /** @param {Element} line */
  line(line) {
    line.children = line.children.flatMap((piece) => {
      const kind = kindOf(piece);
      if (kind === "quiet") return piece.children;
      piece.properties = { class: classOf(kind) };
      return [piece];
    });
  },
  /**
   * Says how many lines a block has, so that a browser knows its height without laying it out.
   * @this {{ lines: readonly unknown[] }}
   * @param {Element} node
   */
  pre(node) {
    node.properties["style"] = `${node.properties["style"] ?? ""};--lines:${this.lines.length}`;
  },
};

/** @param {Element} piece Without a style in a block of no language. */
function kindOf({ properties }) {
  const style = String(properties["style"]).toLowerCase();
  return (
    Object.entries(CODE_COLORS.light).find(([, color]) => style.includes(color))?.[0] ?? "text"
  );
}

/** @param {string} kind */
const classOf = (kind) => `code-${kind}`;

/** The rules of those classes. @param {"light" | "dark"} theme */
export const codeRules = (theme) => {
  const within = theme === "dark" ? ".dark .vp-doc .vp-code" : ".vp-doc .vp-code";
  return Object.entries(CODE_COLORS[theme]).map(([kind, color]) =>
    kind === "quiet"
      ? `${within} code { color: ${color}; }`
      : `${within} .${classOf(kind)} { color: ${color}; }`,
  );
};
