import { relative } from "node:path";
import ts from "typescript";

export type Kind = "interface" | "class" | "function" | "value" | "type";

/** Something public, and what its comment says of it. */
export interface Documented {
  readonly name: string;
  readonly kind: Kind;
  /** TypeScript, without the body and without comments. */
  readonly signature: string;
  /** What the comment says before its first tag. */
  readonly text: string;
  readonly params: readonly Named[];
  readonly returns: string;
  readonly throws: readonly Thrown[];
  readonly examples: readonly string[];
  /** Whether it can be called. */
  readonly callable: boolean;
  readonly members: readonly Documented[];
  /** `packages/core/src/auth.ts:12` */
  readonly place: string;
  readonly symbol: ts.Symbol;
  /** Types that the declaration names, in the order in which it does, each once. */
  readonly mentions: readonly ts.Symbol[];
  /** The declaration as it stands in the source, comments included. */
  readonly source: string;
}

export interface Named {
  readonly name: string;
  readonly text: string;
}

export interface Thrown {
  /** The name of the error class. */
  readonly type: string;
  readonly text: string;
}

interface Context {
  readonly checker: ts.TypeChecker;
  readonly name: string;
  readonly root: string;
}

/** Describes a symbol with its own members; members of other packages' types are left out. */
export function describeSymbol(symbol: ts.Symbol, { checker, name, root }: Context): Documented {
  const declaration = symbol.declarations?.[0];
  if (!declaration) throw new Error(`${name} is declared nowhere`);
  const source = declaration.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(declaration.getStart());
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  return {
    name,
    kind: kindOf(declaration, type),
    signature: signatureOf(declaration, checker),
    callable: type.getCallSignatures().length > 0,
    members: membersOf(declaration).map((member) =>
      describeSymbol(member, { checker, name: member.name, root }),
    ),
    place: `${relative(root, source.fileName)}:${line + 1}`,
    symbol,
    mentions: mentionsOf(declaration, checker),
    source: sourceOf(declaration),
    ...commentOf(symbol, declaration, checker),
  };
}

/** Types in the body of a function are its own business. */
function mentionsOf(declaration: ts.Declaration, checker: ts.TypeChecker): readonly ts.Symbol[] {
  const found = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
      const symbol = checker.getSymbolAtLocation(name);
      if (symbol) found.add(originOf(symbol, checker));
    }
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return [...found];
}

/** `type UserId = Brand<…>`: its name says all there is to say. */
export const isId = ({ name, kind, signature }: Documented): boolean =>
  kind === "type" && (name === "Brand" || (name.endsWith("Id") && signature.includes("Brand<")));

/** What an import stands for. */
export const originOf = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function sourceOf(declaration: ts.Declaration): string {
  const text = declaration.getSourceFile().text;
  const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return text.slice(whole.getStart(), whole.getEnd()).replace(/^export /, "");
}

function kindOf(declaration: ts.Declaration, type: ts.Type): Kind {
  if (ts.isInterfaceDeclaration(declaration)) return "interface";
  if (ts.isClassDeclaration(declaration)) return "class";
  if (ts.isTypeAliasDeclaration(declaration)) return "type";
  return type.getCallSignatures().length > 0 ? "function" : "value";
}

function membersOf(declaration: ts.Declaration): readonly ts.Symbol[] {
  const list =
    ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
      ? declaration.members
      : ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type)
        ? declaration.type.members
        : [];
  return [...list].flatMap((member) => {
    const named = member.name && !ts.isPrivateIdentifier(member.name);
    const hidden = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private;
    const symbol = named && !hidden ? (member as { readonly symbol?: ts.Symbol }).symbol : null;
    // What stands in brackets is no name that an application could write.
    return symbol && !symbol.name.startsWith("__") ? [symbol] : [];
  });
}

function commentOf(symbol: ts.Symbol, declaration: ts.Declaration, checker: ts.TypeChecker) {
  const tags = ts.getJSDocTags(declaration);
  const textOf = (tag: ts.JSDocTag): string =>
    (ts.getTextOfJSDocComment(tag.comment) ?? "").replace(/^-\s+/, "").trim();
  return {
    text: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
    params: tags.filter(ts.isJSDocParameterTag).map((tag) => ({
      name: tag.name.getText(),
      text: textOf(tag),
    })),
    returns: tags.filter(ts.isJSDocReturnTag).map(textOf).join(" "),
    throws: tags.filter(ts.isJSDocThrowsTag).map((tag) => ({
      type: tag.typeExpression?.type.getText() ?? "",
      text: textOf(tag),
    })),
    examples: tags.filter(({ tagName }) => tagName.text === "example").map(textOf),
  };
}

/** A type that is written out in more characters than this is a table to be read in the source. */
const MAX_TYPE = 300;

/** The declaration without bodies, comments and default values. */
function signatureOf(declaration: ts.Declaration, checker: ts.TypeChecker): string {
  if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration))
    return headOf(declaration);
  if (ts.isVariableDeclaration(declaration)) {
    const { name, initializer } = declaration;
    if (initializer && ts.isArrowFunction(initializer))
      return `function ${name.getText()}${callOf(initializer, checker)}`;
    const type = checker.typeToString(checker.getTypeAtLocation(declaration), declaration, FORMAT);
    return `const ${name.getText()}: ${type.length > MAX_TYPE ? "object" : type}`;
  }
  if (ts.isFunctionDeclaration(declaration))
    return `function ${declaration.name?.text ?? ""}${callOf(declaration, checker)}`;
  if (ts.isMethodDeclaration(declaration))
    return `${declaration.name.getText()}${callOf(declaration, checker)}`;
  return withoutComments(declaration.getText());
}

const FORMAT = ts.TypeFormatFlags.NoTruncation;

/** Type parameters, parameters and result. What is taken apart at once is called after its type. */
function callOf(
  declaration: ts.FunctionDeclaration | ts.MethodDeclaration | ts.ArrowFunction,
  checker: ts.TypeChecker,
): string {
  const generics = (declaration.typeParameters ?? []).map((one) => one.getText()).join(", ");
  const parameters = declaration.parameters.map(({ name, questionToken, initializer, type }) => {
    const label = ts.isIdentifier(name) ? name.text : labelOf(type);
    const isOptional = questionToken !== undefined || initializer !== undefined;
    return `${label}${isOptional ? "?" : ""}${type ? `: ${withoutComments(type.getText())}` : ""}`;
  });
  const signature = checker.getSignatureFromDeclaration(declaration);
  const inferred = signature
    ? checker.typeToString(signature.getReturnType(), declaration, FORMAT)
    : "";
  const result = declaration.type?.getText() ?? (inferred.length > MAX_TYPE ? "object" : inferred);
  return `${generics && `<${generics}>`}(${parameters.join(", ")}): ${result}`;
}

/** A name for a parameter of the type: `route` for `AnyRoute`, `site` for `Pick<Site, …>`, `options` for `AuthOptions` and for a type without a name. */
function labelOf(type: ts.TypeNode | undefined): string {
  if (!type || !ts.isTypeReferenceNode(type)) return "options";
  const name = type.typeName.getText();
  if (name === "Pick") return labelOf(type.typeArguments?.[0]);
  if (name.endsWith("Options")) return "options";
  const noun = name.replace(/^Any(?=[A-Z])/, "");
  return noun.charAt(0).toLowerCase() + noun.slice(1);
}

function headOf(declaration: ts.InterfaceDeclaration | ts.ClassDeclaration): string {
  const keyword = ts.isClassDeclaration(declaration) ? "class" : "interface";
  const parameters = (declaration.typeParameters ?? []).map((one) => one.getText()).join(", ");
  const heritage = (declaration.heritageClauses ?? []).map((one) => ` ${one.getText()}`).join("");
  return `${keyword} ${declaration.name?.text ?? ""}${parameters && `<${parameters}>`}${heritage}`;
}

const withoutComments = (text: string): string =>
  text
    .replace(/\/\*\*[^]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/^(export )?(async )?/, "")
    .replace(/\s+/g, " ")
    .replace(/;$/, "")
    .trim();
