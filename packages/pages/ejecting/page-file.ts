import ts from "typescript";
import type { Contract } from "./contract.js";
import { commentsOf, cutOut, type Root } from "./cut.js";
import { CannotCut, type Declared, type Source, sourceAt, type Sources } from "./sources.js";

/** A template of the package, where it is declared. */
export interface PageTemplateSource {
  /** The name of the page. */
  readonly name: string;
  readonly source: Source;
  /** The template, as it stands in `page({ template })`, or by itself. */
  readonly template: ts.ObjectLiteralElementLike | Declared;
  /** What the sources say of the page. */
  readonly comment: string;
}

/** Every template of a table of `pages/`, such as `PAGES`, and of the tables in it. */
export function templatesIn(
  sources: Sources,
  path: string,
  table: string,
): readonly PageTemplateSource[] {
  const source = sourceAt(sources, path);
  const statement = source.declarations.get(table)?.statement;
  const literal = statement && initializerOf(statement, table);
  if (!literal || !ts.isObjectLiteralExpression(literal))
    throw new CannotCut(`src/${path} has no table ${table}`);
  return literal.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) {
      const name = property.expression.getText();
      return templatesIn(sources, source.imports.get(name)?.file ?? path, name);
    }
    const name = property.name.getText();
    const local = ts.isPropertyAssignment(property) ? property.initializer.getText() : name;
    return templateOf(sources, source, { name, local });
  });
}

function templateOf(
  sources: Sources,
  importing: Source,
  { name, local }: { readonly name: string; readonly local: string },
): readonly PageTemplateSource[] {
  const { source, declared, own } = declarationOf(sources, importing, local);
  const comment = commentsOf(declared.statement);
  const value = initializerOf(declared.statement, own);
  if (!value || !ts.isCallExpression(value)) return [{ name, source, template: declared, comment }];
  const [definition] = value.arguments;
  if (!definition || !ts.isObjectLiteralExpression(definition))
    throw new CannotCut(`the page ${name} is not defined by page({ … })`);
  const template = definition.properties.find((each) => each.name?.getText() === "template");
  return template ? [{ name, source, template, comment }] : [];
}

interface Declaration {
  readonly source: Source;
  readonly declared: Declared;
  /** Its name where it is declared. */
  readonly own: string;
}

/** Where a name of a file is declared: there, or in the file that it is imported from. */
function declarationOf(sources: Sources, importing: Source, local: string): Declaration {
  const imported = importing.imports.get(local);
  const source = imported?.file ? sourceAt(sources, imported.file) : importing;
  const own = imported?.name ?? local;
  const declared = source.declarations.get(own);
  if (!declared) throw new CannotCut(`${own} is not declared in src/${source.path}`);
  return { source, declared, own };
}

function initializerOf(statement: ts.Statement, name: string): ts.Expression | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const found = statement.declarationList.declarations.find((each) => each.name.getText() === name);
  return found?.initializer;
}

/** Cuts the template of a page out, as a file that exports it under the name of the page. */
export function pageFile(
  page: PageTemplateSource,
  { sources, contract }: { readonly sources: Sources; readonly contract: Contract },
): string {
  const root = rootOf(page, sources);
  const isTyped = !ts.isStatement(root.node);
  const { imports, statements } = cutOut([root], {
    sources,
    contract,
    what: `page ${page.name}`,
    types: isTyped ? ["PageTemplates"] : [],
  });
  return [...imports, "", statements.join("\n\n")].join("\n");
}

function rootOf({ name, source, template, comment }: PageTemplateSource, sources: Sources): Root {
  if ("statement" in template) return namedRoot({ name, source, comment }, template);
  if (ts.isMethodDeclaration(template))
    return inlineRoot({ name, source, comment }, template, arrowOf(template));
  const value = ts.isPropertyAssignment(template) ? template.initializer : template.name;
  if (value && ts.isIdentifier(value)) {
    const { source: place, declared } = declarationOf(sources, source, value.text);
    return namedRoot({ name, source: place, comment }, declared);
  }
  if (value && ts.isArrowFunction(value))
    return inlineRoot({ name, source, comment }, template, value.getText());
  throw new CannotCut(
    `the template of the page ${name} in src/${source.path} is neither a function there nor the name of one`,
  );
}

/** A method as an arrow function. */
const arrowOf = ({ parameters, body }: ts.MethodDeclaration): string =>
  `(${parameters.map((each) => each.getText()).join(", ")}) => ${body?.getText() ?? ""}`;

type Placed = Pick<PageTemplateSource, "name" | "source" | "comment">;

/** A template that stands in the definition of its page, which gives it its type. */
const inlineRoot = ({ name, source, comment }: Placed, node: ts.Node, text: string): Root => ({
  source,
  node,
  text: `${comment}export const ${name}: PageTemplates["${name}"] = ${text};`,
});

/** A template that is declared by itself. */
function namedRoot({ name, source, comment }: Placed, { statement }: Declared): Root {
  const text = statement.getText().replace(/^export /, "");
  const renamed = text.replace(/^(const|function) \w+/, `$1 ${name}`);
  if (!/^(const|function) /.test(renamed))
    throw new CannotCut(`the template of the page ${name} is neither a const nor a function`);
  const own = commentsOf(statement);
  return { source, node: statement, text: `${own || comment}export ${renamed}` };
}
