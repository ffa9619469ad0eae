/**
 * Gives each cell of a table the name of its column, which a phone shows before it.
 * @param {import("vitepress").MarkdownRenderer} md
 */
export function nameColumns(md) {
  md.core.ruler.push("column-names", ({ tokens }) => {
    let names = /** @type {string[]} */ ([]);
    let at = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") names = [];
      if (token.type === "tr_open") at = 0;
      if (token.type === "th_open")
        names.push(tokens[index + 1]?.content.replace(/[`*]/g, "") ?? "");
      if (token.type === "td_open") {
        const name = names[at++];
        if (name) token.attrSet("data-column", name);
      }
    }
  });
}
