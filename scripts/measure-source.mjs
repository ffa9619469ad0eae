import ts from "typescript";
import { CONTEXT_PARAMETERS } from "./limits.mjs";

/** @typedef {{ line: number, text: string }} Place */
/**
 * @typedef {object} MeasuredFunction
 * @property {string} name
 * @property {number} line
 * @property {number} lines
 * @property {number} tokens With everything in it, other functions too.
 * @property {number} parameters Without `tx`, `world`, `now` and `this`.
 */
/**
 * @typedef {object} MeasuredFile
 * @property {string} path
 * @property {number} lines
 * @property {number} tokens
 * @property {readonly MeasuredFunction[]} functions The functions that have a name; a callback is a part of the function around it.
 * @property {readonly Place[]} casts `x as T`, but not `as const`.
 * @property {readonly Place[]} doubleCasts `x as unknown as T`; both of its casts are among the casts too.
 * @property {readonly Place[]} nonNullAssertions `x!`
 */

/**
 * Measures one source file. Comments and white space are not tokens.
 * @param {string} path @param {string} text @returns {MeasuredFile}
 */
export function measureSource(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (/** @type {number} */ position) =>
    source.getLineAndCharacterOfPosition(position).line + 1;
  /** @type {MeasuredFunction[]} */
  const functions = [];
  /** @type {Place[]} */
  const casts = [];
  /** @type {Place[]} */
  const doubleCasts = [];
  /** @type {Place[]} */
  const nonNullAssertions = [];

  /** Returns the number of tokens of the node. @param {ts.Node} node @returns {number} */
  function visit(node) {
    const children = node.getChildren(source).filter((child) => !isComment(child));
    const tokens =
      children.length === 0
        ? Number(node.getEnd() > node.getStart(source))
        : children.reduce((sum, child) => sum + visit(child), 0);
    const line = lineOf(node.getStart(source));
    const place = () => ({ line, text: node.getText(source).replace(/\s+/g, " ").slice(0, 90) });
    if (isCast(node)) casts.push(place());
    if (isDoubleCast(node)) doubleCasts.push(place());
    if (ts.isNonNullExpression(node)) nonNullAssertions.push(place());
    const name = nameOfFunction(node, source);
    if (name !== null)
      functions.push({
        name,
        line,
        lines: lineOf(node.getEnd()) - line + 1,
        tokens,
        parameters: countParameters(node, source),
      });
    return tokens;
  }

  const tokens = visit(source);
  const lines = text.split("\n").length - 1;
  return { path, lines, tokens, functions, casts, doubleCasts, nonNullAssertions };
}

/** @param {ts.Node} node */
const isComment = (node) =>
  node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode;

/** @param {ts.Node} node */
const isCast = (node) =>
  ts.isTypeAssertionExpression(node) ||
  (ts.isAsExpression(node) && node.type.getText() !== "const");

/** @param {ts.Node} node */
const isDoubleCast = (node) =>
  ts.isAsExpression(node) &&
  ts.isAsExpression(node.expression) &&
  node.expression.type.kind === ts.SyntaxKind.UnknownKeyword;

/**
 * The name of a function that has a body and a name of its own, or the name of what it is assigned to; null for callbacks.
 * @param {ts.Node} node @param {ts.SourceFile} source
 */
function nameOfFunction(node, source) {
  if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return null;
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const { parent } = node;
  const named =
    node.name ??
    (ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent)
      ? parent.name
      : null);
  return named?.getText(source) ?? null;
}

/** @param {ts.Node} node @param {ts.SourceFile} source */
const countParameters = (node, source) =>
  ts.isFunctionLike(node)
    ? node.parameters.filter(({ name }) => !CONTEXT_PARAMETERS.has(name.getText(source))).length
    : 0;
