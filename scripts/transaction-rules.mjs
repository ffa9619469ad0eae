import ts from "typescript";

/** @typedef {import("eslint").Rule.RuleListener} Listener */
/**
 * @typedef {Parameters<NonNullable<Listener["FunctionDeclaration"]>>[0] |
 * Parameters<NonNullable<Listener["FunctionExpression"]>>[0] |
 * Parameters<NonNullable<Listener["ArrowFunctionExpression"]>>[0]} FunctionNode
 */
/** @typedef {Parameters<NonNullable<Listener["CallExpression"]>>[0]} CallNode */
/** @typedef {FunctionNode["params"][number] | CallNode["callee"]} Node */
/**
 * @typedef {{ program?: ts.Program | null, esTreeNodeToTSNodeMap: { get(node: Node): ts.Node } }}
 * Services
 */

/**
 * A rule that knows the types; silent where a file is linted without them.
 * @param {string} message
 * @param {(types: Types, report: (node: CallNode | FunctionNode) => void, filename: string) =>
 * Listener} listen
 * @returns {import("eslint").Rule.RuleModule}
 */
const rule = (message, listen) => ({
  meta: { type: "problem", schema: [], messages: { message } },
  create(context) {
    const services = /** @type {Services} */ (
      /** @type {unknown} */ (context.sourceCode.parserServices)
    );
    if (!services.program) return {};
    const checker = services.program.getTypeChecker();
    const tsNodeOf = (/** @type {Node} */ node) => services.esTreeNodeToTSNodeMap.get(node);
    const given = (/** @type {FunctionNode} */ { params }) =>
      params.map((param) => checker.getTypeAtLocation(tsNodeOf(param)));
    const types = { checker, tsNodeOf, given };
    return listen(
      types,
      (node) => context.report({ node, messageId: "message" }),
      context.filename,
    );
  },
});
/**
 * @typedef {{ checker: ts.TypeChecker, tsNodeOf: (node: Node) => ts.Node, given: (node:
 * FunctionNode) => readonly ts.Type[] }} Types
 */

const FUNCTIONS = ":matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression)";

/**
 * An open transaction, or some stores of one: `Tx`, `TxWith<…>`, `Pick<Tx, …>`.
 * @param {ts.Type} type
 * @returns {boolean}
 */
const isTransaction = (type) => {
  const { symbol, aliasSymbol, aliasTypeArguments = [] } = type;
  return (
    // Types without a name have no symbol.
    /** @type {ts.Symbol | undefined} */ (symbol)?.name === "Tx" ||
    (type.isIntersection() && type.types.some(isTransaction)) ||
    (aliasSymbol?.name === "Pick" && aliasTypeArguments.some(isTransaction))
  );
};

/**
 * A store, or an environment that has one.
 * @param {ts.TypeChecker} checker
 * @returns {(type: ts.Type) => boolean}
 */
const opensTransactions = (checker) => (type) => {
  const store = type.getProperty("store");
  return [type, ...(store ? [checker.getTypeOfSymbol(store)] : [])].some((each) =>
    each.getProperty("transaction"),
  );
};

/**
 * Whether the callee is declared in a file `*.procedure.ts`, and is exported there or takes what
 * can open a transaction.
 * @param {Types} types
 * @param {CallNode["callee"]} callee
 */
function isProcedure({ checker, tsNodeOf }, callee) {
  const node = tsNodeOf(callee);
  const symbol = checker.getSymbolAtLocation(node);
  if (!symbol) return false;
  const resolve = (/** @type {ts.Symbol} */ each) =>
    each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
  const declared = resolve(symbol);
  const file = declared.declarations?.[0]?.getSourceFile();
  if (!file?.fileName.endsWith(".procedure.ts")) return false;
  const module = checker.getSymbolAtLocation(file);
  const exported = module ? checker.getExportsOfModule(module).map(resolve) : [];
  if (exported.includes(checker.getExportSymbolOfSymbol(declared))) return true;
  const signatures = checker.getTypeAtLocation(node).getCallSignatures();
  return signatures
    .flatMap(({ parameters }) => parameters.map((each) => checker.getTypeOfSymbol(each)))
    .some(opensTransactions(checker));
}

export const transactionRules = {
  "one-transaction": rule(
    "It has a transaction and could open another, which on SQLite waits for the first for ever: take `World` or plain values beside a `Tx`.",
    ({ checker, given }, report) => ({
      [FUNCTIONS]: (/** @type {FunctionNode} */ node) => {
        if (given(node).some(isTransaction) && given(node).some(opensTransactions(checker)))
          report(node);
      },
    }),
  ),
  // A use case is a file named like its folder, so that a name says whether it may open
  // transactions.
  "environment-in-its-place": rule(
    "It can open transactions: call the file <verb>-<noun>.procedure.ts, or take `World`, a `Tx` or plain values.",
    ({ checker, given }, report, filename) => ({
      [FUNCTIONS]: (/** @type {FunctionNode} */ node) => {
        const isPlace = /([^/]+)\/(src\/)?\1[.]ts$|[.]procedure[.]ts$/.test(filename);
        if (!isPlace && given(node).some(opensTransactions(checker))) report(node);
      },
    }),
  ),
  "no-procedure-in-transaction": rule(
    "A procedure owns its statements and transactions: call it before the transaction opens or after it ends.",
    (types, report) => {
      /**
       * For each function being walked, whether it is handed a transaction or stands in one that
       * is.
       */
      const inside = [false];
      return {
        [FUNCTIONS]: (/** @type {FunctionNode} */ node) =>
          void inside.push(inside.at(-1) === true || types.given(node).some(isTransaction)),
        [`${FUNCTIONS}:exit`]: () => void inside.pop(),
        CallExpression: (node) => {
          if (inside.at(-1) === true && isProcedure(types, node.callee)) report(node);
        },
      };
    },
  ),
};
