import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** @typedef {ReadonlyMap<string, string>} Reports What each entry point exports, as declarations, by what an application imports: `@acme/auth-kysely/sqlite`. */

const PACKAGE = /^## API Report File for "([^"]+)"$/m;
const DECLARATIONS = /^```ts\n([^]*?)^```$/m;
/** The key of a brand is exported by nobody; with a name it can be compared. */
const BRAND_KEY = /\[brand\]/g;

/** @param {string} folder @returns {Reports} */
export function readReports(folder) {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((name) => name.endsWith(".api.md"));
  return new Map(files.map((file) => readReport(file, readFileSync(join(folder, file), "utf8"))));
}

/** @param {string} file @param {string} text @returns {readonly [entry: string, declarations: string]} */
export function readReport(file, text) {
  const name = PACKAGE.exec(text)?.[1] ?? "";
  const room = name.replace("@acme/auth-", "");
  const path = file
    .replace(/\.api\.md$/, "")
    .slice(room.length)
    .replace("-", "/");
  const declarations = DECLARATIONS.exec(text)?.[1] ?? "";
  return [name + path, withStrictMethods(declarations.replace(BRAND_KEY, "__brand"))];
}

/**
 * The compiler lets the parameters of a method be narrower than those of the one it stands for, and those of a function in a property not. Here a method
 * becomes such a property, and all of its overloads become one.
 * @param {string} text
 */
function withStrictMethods(text) {
  const source = ts.createSourceFile("report.d.ts", text, ts.ScriptTarget.Latest, true);
  const { transformed } = ts.transform(source, [
    (context) => (file) => ts.visitEachChild(file, visitorOf(context), context),
  ]);
  const [made] = transformed;
  return made ? ts.createPrinter().printFile(made) : text;
}

/** @param {ts.TransformationContext} context @returns {(node: ts.Node) => ts.Node} */
function visitorOf(context) {
  const visit = (/** @type {ts.Node} */ node) => {
    const inner = ts.visitEachChild(node, visit, context);
    if (ts.isInterfaceDeclaration(inner))
      return ts.factory.updateInterfaceDeclaration(
        inner,
        inner.modifiers,
        inner.name,
        inner.typeParameters,
        inner.heritageClauses,
        withoutMethods(inner.members),
      );
    if (ts.isTypeLiteralNode(inner))
      return ts.factory.updateTypeLiteralNode(
        inner,
        ts.factory.createNodeArray(withoutMethods(inner.members)),
      );
    return inner;
  };
  return visit;
}

/** @param {readonly ts.TypeElement[]} members @returns {readonly ts.TypeElement[]} */
function withoutMethods(members) {
  const methods = /** @type {Map<string, ts.MethodSignature[]>} */ (new Map());
  for (const method of members.filter(ts.isMethodSignature))
    methods.set(nameOf(method), [...(methods.get(nameOf(method)) ?? []), method]);
  return [
    ...members.filter((member) => !ts.isMethodSignature(member)),
    ...Array.from(methods.values(), propertyOf),
  ];
}

/** @param {ts.MethodSignature} method */
const nameOf = ({ name }) => ("text" in name ? name.text : "[computed]");

/** @param {readonly ts.MethodSignature[]} overloads */
function propertyOf(overloads) {
  const { factory } = ts;
  const signatures = overloads.map(({ typeParameters, parameters, type }) =>
    factory.createCallSignature(typeParameters, parameters, type),
  );
  const [first] = overloads;
  if (!first) throw new Error("a method without a signature");
  return factory.createPropertySignature(
    undefined,
    first.name,
    first.questionToken,
    factory.createTypeLiteralNode(signatures),
  );
}
