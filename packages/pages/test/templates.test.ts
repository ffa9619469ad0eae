import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");

/** The parts of templates, which alone write controls, links and forms. */
const PARTS = /^(parts|layouts)\//;
/** The one place that makes HTML out of names and values. */
const MAKERS = ["parts/element.ts", "kernel/draw-page.ts"];

interface Found {
  readonly path: string;
  readonly node: ts.Node;
}

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => ({
    path,
    source: ts.createSourceFile(
      path,
      readFileSync(join(SOURCES, path), "utf8"),
      ts.ScriptTarget.Latest,
      true,
    ),
  }));

const nodes = files.flatMap(({ path, source }) => {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    found.push({ path, node });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
});

/** The fixed texts of each `html` template; an insertion stands between every two of them. */
const templates = nodes.flatMap(({ path, node }) => {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== "html") return [];
  const { template } = node;
  const texts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
  return [{ path, texts }];
});

/** What an insertion stands in, after all that is before it. */
function placeAfter(text: string): "text" | "value" | "elsewhere" {
  if (/<(script|style)\b[^>]*>(?![^]*<\/\1)/i.test(text)) return "elsewhere";
  const tag = text.slice(text.lastIndexOf("<"));
  if (!text.includes("<") || /^<[^>"]*("[^"]*"[^>"]*)*>/.test(tag)) return "text";
  const value = /\s([\w-]+)="[^"]*$/.exec(tag);
  const isQuoted = (tag.match(/"/g) ?? []).length % 2 === 1;
  return value && isQuoted && !/^(on|style$)/i.test(value[1] ?? "") ? "value" : "elsewhere";
}

it.each<readonly [place: ReturnType<typeof placeAfter>, text: string]>([
  ["text", ""],
  ["text", "<p>"],
  ["text", '<p class="a > b">Hello '],
  ["text", "<script></script>"],
  ["value", '<p class="'],
  ["value", '<p id="a" class="one '],
  ["elsewhere", "<"],
  ["elsewhere", "<p "],
  ["elsewhere", "<p class="],
  ["elsewhere", "<p class='"],
  ["elsewhere", '<p class="a" '],
  ["elsewhere", '<p onclick="'],
  ["elsewhere", '<p style="'],
  ["elsewhere", "<script>"],
  ["elsewhere", "<style>p{"],
])("an insertion is in %s after %j", (place, text) => {
  expect(placeAfter(text)).toBe(place);
});

it("every insertion stands in text, or in an attribute's double quotes", () => {
  const misplaced = templates.flatMap(({ path, texts }) =>
    texts
      .slice(0, -1)
      // What was inserted before counts as a letter.
      .map((_, index) => texts.slice(0, index + 1).join("x"))
      .filter((before) => placeAfter(before) === "elsewhere")
      .map((before) => `${path}: ${before.slice(-60)}`),
  );
  expect(templates.length).toBeGreaterThan(50);
  expect(misplaced).toEqual([]);
});

it("only parts write what people press, follow and fill in", () => {
  const written = templates
    .filter(({ path }) => !PARTS.test(path))
    .flatMap(({ path, texts }) => {
      const found =
        /<(a|button|form|input|select|textarea|script|style)\b|\s(href|src|action)=/i.exec(
          texts.join("x"),
        );
      return found ? [`${path}: ${found[0]}`] : [];
    });
  expect(written).toEqual([]);
});

it("HTML is made by the tag, by elements, and of the stylesheet", () => {
  const made = nodes.filter(
    ({ node }) => ts.isNewExpression(node) && node.expression.getText() === "Html",
  );
  expect([...new Set(made.map(({ path }) => path))].sort()).toEqual([...MAKERS].sort());
});

/** What a source has at most, in lines: a front end that a person can read in a day. */
const MAX_TEMPLATES = 4_500;
const MAX_SCRIPT = 700;
const linesOf = (text: string): number => text.trimEnd().split("\n").length;

it("templates and script stay small", () => {
  // Every declaration with a template in it, though what loads a page may stand in it as well.
  const declarations = new Set(
    nodes.flatMap(({ node }) => {
      if (!ts.isTaggedTemplateExpression(node)) return [];
      let top: ts.Node = node;
      while (!ts.isSourceFile(top.parent)) top = top.parent;
      return [top];
    }),
  );
  const lines = [...declarations].reduce((sum, each) => sum + linesOf(each.getFullText()), 0);
  expect(lines).toBeGreaterThan(1_000);
  expect(lines).toBeLessThanOrEqual(MAX_TEMPLATES);
  const script = join(SOURCES, "../script");
  const written = readdirSync(script)
    .filter((path) => path.endsWith(".ts"))
    .reduce((sum, path) => sum + linesOf(readFileSync(join(script, path), "utf8")), 0);
  expect(written).toBeLessThanOrEqual(MAX_SCRIPT);
});

it("nothing is said to be HTML, or any type, that is not", () => {
  const said = nodes.flatMap(({ path, node }) => {
    const isCast = ts.isAsExpression(node) && /\bHtml\b/.test(node.type.getText());
    return isCast || node.kind === ts.SyntaxKind.AnyKeyword ? [`${path}: ${node.getText()}`] : [];
  });
  expect(said).toEqual([]);
});
