import ts from "typescript";
import type { Contract } from "./contract.js";
import { cutOut, type Root } from "./cut.js";
import { CannotCut, type Source, sourceAt, type Sources } from "./sources.js";

const LOCALE = "en";
const TABLES = "texts/built-in.ts";

/** Writes the English texts of all parts as one object. */
export function textsFile(cutting: {
  readonly sources: Sources;
  readonly contract: Contract;
}): string {
  const { sources } = cutting;
  const tables = sourceAt(sources, TABLES);
  const parts = tablesIn(tables).map(([part, table]) => {
    const roots: Root[] = [];
    const text = englishOf(sources, { source: tables, table }, roots);
    return { text: `${part}: ${text},`, roots };
  });
  const english = [
    "/** Every English text of the pages. */",
    `export const ${LOCALE}: PagesTexts = {`,
    ...parts.map(({ text }) => text),
    "};",
  ].join("\n");
  const roots = parts.flatMap((part) => part.roots).map((root) => ({ ...root, text: "" }));
  const what = "texts/en.ts";
  const { imports, statements } = cutOut(roots, { ...cutting, what, types: ["PagesTexts"] });
  const helpers = statements.filter((each) => each !== "");
  return [imports.join("\n"), ...helpers, english].join("\n\n");
}

/** The parts of the texts, each with the name of its table: `frame: FRAME_TEXTS[locale]`. */
function tablesIn({ ast }: Source): readonly (readonly [part: string, table: string])[] {
  const found: (readonly [string, string])[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isElementAccessExpression(node.initializer))
      found.push([node.name.getText(), node.initializer.expression.getText()]);
    else ts.forEachChild(node, visit);
  };
  visit(ast);
  return found;
}

interface Place {
  readonly source: Source;
  readonly table: string;
}

/** The English entry of a table `InEachLanguage`, written out. What it needs joins the roots. */
function englishOf(sources: Sources, { source, table }: Place, roots: Root[]): string {
  const [place, value] = valueOf(sources, { source, table });
  const entry =
    ts.isObjectLiteralExpression(value) &&
    value.properties.find((each) => each.name?.getText() === LOCALE);
  if (!entry || !ts.isPropertyAssignment(entry))
    throw new CannotCut(`${table} in src/${place.path} has no entry ${LOCALE}`);
  const { initializer } = entry;
  if (!ts.isIdentifier(initializer)) return written(sources, place, { node: initializer, roots });
  const [owner, own] = valueOf(sources, { source: place, table: initializer.text });
  return written(sources, owner, { node: own, roots });
}

interface Writing {
  readonly node: ts.Expression;
  readonly roots: Root[];
}

/** An expression as it stands, with what it spreads of other tables in its place. */
function written(sources: Sources, source: Source, { node, roots }: Writing): string {
  const spreads = ts.isObjectLiteralExpression(node)
    ? node.properties.filter(ts.isSpreadAssignment)
    : [];
  if (spreads.length === 0) {
    roots.push({ source, node, text: "" });
    return node.getText();
  }
  const rest = ts.isObjectLiteralExpression(node)
    ? node.properties.filter((each) => !ts.isSpreadAssignment(each))
    : [];
  roots.push(...rest.map((each) => ({ source, node: each, text: "" })));
  const inner = spreads.map(({ expression }) => {
    if (!ts.isPropertyAccessExpression(expression))
      throw new CannotCut(`src/${source.path} spreads ${expression.getText()}, which is no table`);
    const text = englishOf(sources, { source, table: expression.expression.getText() }, roots);
    return /^\{[^]*\}$/.test(text) ? text.slice(1, -1).replace(/,?\s*$/, ",") : `...${text},`;
  });
  const own = rest.map((each) => `${each.getFullText().trim()},`);
  return `{\n${[...inner, ...own].join("\n")}\n}`;
}

/** What a name of a file, or of the file that it imports it from, is given. */
function valueOf(sources: Sources, { source, table }: Place): readonly [Source, ts.Expression] {
  const imported = source.imports.get(table);
  const place = imported?.file ? sourceAt(sources, imported.file) : source;
  const name = imported?.name ?? table;
  const statement = place.declarations.get(name)?.statement;
  const declaration =
    statement &&
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.find((each) => each.name.getText() === name);
  if (!declaration || !declaration.initializer)
    throw new CannotCut(`there is no ${name} in src/${place.path}`);
  return [place, declaration.initializer];
}
