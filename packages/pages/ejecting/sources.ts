import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

/** A name that a file imports. */
export interface Imported {
  /** As it stands in the file: `./fields.js`, or the name of a package. */
  readonly module: string;
  /** The path of the file, below `src`; null where the module is a package. */
  readonly file: string | null;
  /** What the module calls it. */
  readonly name: string;
  readonly isType: boolean;
}

/** A statement of a file that declares a name. */
export interface Declared {
  readonly statement: ts.Statement;
  readonly isExported: boolean;
}

/** What a name in a piece of source stands for. */
export type Meaning =
  | { readonly kind: "imported"; readonly local: string; readonly imported: Imported }
  | { readonly kind: "declared"; readonly name: string; readonly declared: Declared };

/** A source file, by the names in it. */
export interface Source {
  /** Below `src`. */
  readonly path: string;
  readonly ast: ts.SourceFile;
  readonly imports: ReadonlyMap<string, Imported>;
  readonly declarations: ReadonlyMap<string, Declared>;
  /** What the names in a node stand for, those that are declared within it left out. */
  readonly meaningsIn: (node: ts.Node) => readonly Meaning[];
}

/** The sources of the package, by their paths below `src`. */
export type Sources = ReadonlyMap<string, Source>;

/** What keeps a template from being cut out. It ends the build. */
export class CannotCut extends Error {
  override readonly name = "CannotCut";
}

/** Returns a source. @throws {CannotCut} when there is none of that path. */
export function sourceAt(sources: Sources, path: string): Source {
  const source = sources.get(path);
  if (!source) throw new CannotCut(`there is no src/${path}`);
  return source;
}

/** Reads every source below a folder. Names are resolved within each file, and nowhere else. */
export function readSources(folder: string): Sources {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(path),
  );
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (path, target) =>
      ts.createSourceFile(path, readFileSync(path, "utf8"), target, true),
  };
  const program = ts.createProgram(
    paths.map((path) => join(folder, path)),
    { noResolve: true, noLib: true, types: [], target: ts.ScriptTarget.ESNext },
    host,
  );
  const checker = program.getTypeChecker();
  return new Map(
    paths.map((path) => {
      const ast = program.getSourceFile(join(folder, path));
      if (!ast) throw new CannotCut(`src/${path} cannot be read`);
      return [path, sourceOf(ast, { path, folder, checker })];
    }),
  );
}

interface Reading {
  readonly path: string;
  readonly folder: string;
  readonly checker: ts.TypeChecker;
}

function sourceOf(ast: ts.SourceFile, { path, folder, checker }: Reading): Source {
  const imports = new Map(
    ast.statements.filter(ts.isImportDeclaration).flatMap((each) => importedBy(each, folder)),
  );
  const declarations = new Map(ast.statements.flatMap(declaredBy));
  const meaningOf = (identifier: ts.Identifier): readonly Meaning[] => {
    const symbol = symbolOf(identifier, checker);
    const declaration = symbol?.declarations?.[0];
    if (!symbol || !declaration || declaration.getSourceFile() !== ast) return [];
    const imported = imports.get(symbol.name);
    if (ts.isImportSpecifier(declaration) && imported)
      return [{ kind: "imported", local: symbol.name, imported }];
    const declared = declarations.get(symbol.name);
    return declared && isTopLevel(declaration, declared.statement)
      ? [{ kind: "declared", name: symbol.name, declared }]
      : [];
  };
  return {
    path,
    ast,
    imports,
    declarations,
    meaningsIn: (node) => identifiersIn(node).flatMap(meaningOf),
  };
}

function importedBy(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  folder: string,
): readonly (readonly [string, Imported])[] {
  const bindings = importClause?.namedBindings;
  if (!ts.isStringLiteral(moduleSpecifier) || !bindings || !ts.isNamedImports(bindings)) return [];
  const module = moduleSpecifier.text;
  const file = fileOf(module, { from: moduleSpecifier.getSourceFile().fileName, folder });
  return bindings.elements.map(({ name, propertyName, isTypeOnly }) => [
    name.text,
    {
      module,
      file,
      name: (propertyName ?? name).text,
      isType: isTypeOnly || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword,
    },
  ]);
}

/** Returns the path below `src` that a relative import leads to; null for a package. */
export function fileOf(
  module: string,
  { from, folder }: { readonly from: string; readonly folder: string },
): string | null {
  if (!module.startsWith(".")) return null;
  return relative(folder, resolve(dirname(from), module)).replace(/\.js$/, ".ts");
}

function declaredBy(statement: ts.Statement): readonly (readonly [string, Declared])[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return namesIn(statement).map((name) => [name, { statement, isExported }]);
}

function namesIn(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundBy(name));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

const boundBy = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundBy(each.name) : []));

/** Whether a declaration is that of the statement, and of nothing within it. */
function isTopLevel(declaration: ts.Declaration, statement: ts.Statement): boolean {
  let node: ts.Node = declaration;
  if (node === statement) return true;
  while (ts.isBindingElement(node) || ts.isBindingName(node)) node = node.parent;
  return ts.isVariableDeclaration(node) && node.parent.parent === statement;
}

function identifiersIn(root: ts.Node): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isNameOfMember(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** `b` in `a.b`, which says nothing by itself. */
const isNameOfMember = ({ parent, pos }: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(parent) && parent.name.pos === pos) ||
  (ts.isPropertyAssignment(parent) && parent.name.pos === pos);

function symbolOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  return ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
}
