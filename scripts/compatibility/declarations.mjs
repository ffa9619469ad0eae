import ts from "typescript";

/** @typedef {import("./read-reports.mjs").Reports} Reports */
/** @typedef {{ text: string, names: ReadonlySet<string> }} Declaration `names` are those of other declarations, `entry#name`, that it uses. */
/** @typedef {ReadonlyMap<string, Declaration>} Declarations By `entry#name`. */

/** @param {Reports} reports @returns {Declarations} */
export const declarationsOf = (reports) =>
  new Map(Array.from(reports, ([entry, text]) => declarationsIn(entry, text)).flat());

/** @param {string} entry @param {string} text @returns {readonly (readonly [string, Declaration])[]} */
function declarationsIn(entry, text) {
  const { statements } = ts.createSourceFile("report.d.ts", text, ts.ScriptTarget.Latest, true);
  const imported = new Map(statements.filter(ts.isImportDeclaration).flatMap(importsOf));
  const texts = /** @type {Map<string, string>} */ (new Map());
  const used = /** @type {Map<string, Set<string>>} */ (new Map());
  for (const statement of statements)
    for (const name of namesOf(statement)) {
      texts.set(name, (texts.get(name) ?? "") + statement.getText());
      used.set(name, new Set([...(used.get(name) ?? []), ...identifiersIn(statement)]));
    }
  return Array.from(texts, ([name, declaration]) => {
    const names = Array.from(used.get(name) ?? [])
      .map((each) => imported.get(each) ?? (texts.has(each) ? `${entry}#${each}` : null))
      .filter((each) => each !== null && each !== `${entry}#${name}`);
    return [
      `${entry}#${name}`,
      { text: declaration, names: new Set(/** @type {string[]} */ (names)) },
    ];
  });
}

/** @param {ts.ImportDeclaration} statement @returns {readonly (readonly [local: string, key: string])[]} */
function importsOf({ importClause, moduleSpecifier }) {
  const bindings = importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings) || !ts.isStringLiteral(moduleSpecifier)) return [];
  return bindings.elements.map(({ name, propertyName }) => [
    name.text,
    `${moduleSpecifier.text}#${(propertyName ?? name).text}`,
  ]);
}

/** @param {ts.Statement} statement @returns {readonly string[]} What it declares or exports. */
function namesOf(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  if (ts.isExportDeclaration(statement) && statement.exportClause)
    return ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [];
  const { name } = /** @type {{ name?: ts.Node }} */ (statement);
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

/** @param {ts.Node} node @returns {readonly string[]} */
function identifiersIn(node) {
  const names = /** @type {string[]} */ ([]);
  const visit = (/** @type {ts.Node} */ each) => {
    if (ts.isIdentifier(each)) names.push(each.text);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return names;
}

/** The names themselves and all that they are made of. @param {Declarations} declarations @param {Iterable<string>} keys */
export function reachedFrom(declarations, keys) {
  const reached = new Set(keys);
  // A set that grows while it is gone through is gone through to its end.
  for (const key of reached)
    for (const name of declarations.get(key)?.names ?? []) reached.add(name);
  return reached;
}

/** What is written in another way than before, or is new or gone. @param {Declarations} before @param {Declarations} after @returns {ReadonlySet<string>} */
export const rewritten = (before, after) =>
  new Set(
    [...before.keys(), ...after.keys()].filter(
      (key) => before.get(key)?.text !== after.get(key)?.text,
    ),
  );
