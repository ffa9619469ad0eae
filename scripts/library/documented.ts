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
    ...commentOf(symbol, declaration, checker),
  };
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

/** The declaration as it stands in the source, without bodies and comments. */
function signatureOf(declaration: ts.Declaration, checker: ts.TypeChecker): string {
  if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration))
    return headOf(declaration);
  if (ts.isVariableDeclaration(declaration)) {
    const type = checker.typeToString(
      checker.getTypeAtLocation(declaration),
      declaration,
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
    );
    return `const ${declaration.name.getText()}: ${type}`;
  }
  const body = ts.isFunctionLike(declaration) && "body" in declaration ? declaration.body : null;
  const text = declaration.getSourceFile().text;
  return withoutComments(
    text.slice(declaration.getStart(), body ? body.getStart() : declaration.getEnd()),
  );
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
