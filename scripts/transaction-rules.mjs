import ts from "typescript";

/** @typedef {import("eslint").Rule.RuleListener} Listener */
/** @typedef {"FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression"} FunctionKind */
/** @typedef {Parameters<NonNullable<Listener[FunctionKind]>>[0]} FunctionNode */
/** @typedef {Parameters<NonNullable<Listener["CallExpression"]>>[0]["callee"] | FunctionNode["params"][number]} Node */
/** @typedef {{ readonly checker: ts.TypeChecker, tsNodeOf(node: Node): ts.Node }} Types */

/** The types behind the code; null where a file is linted without them. @param {import("eslint").Rule.RuleContext} context @returns {Types | null} */
function typesOf({ sourceCode }) {
  const { program, esTreeNodeToTSNodeMap } =
    /** @type {{ program?: ts.Program | null, esTreeNodeToTSNodeMap?: { get(node: Node): ts.Node } }} */ (
      sourceCode.parserServices
    );
  if (!program || !esTreeNodeToTSNodeMap) return null;
  return {
    checker: program.getTypeChecker(),
    tsNodeOf: (node) => esTreeNodeToTSNodeMap.get(node),
  };
}

/** @param {Types} types @param {FunctionNode["params"][number]} param */
const typeOf = ({ checker, tsNodeOf }, param) => checker.getTypeAtLocation(tsNodeOf(param));

/** Whether a value of the type is an open transaction, or some stores of one: `Tx`, `Pick<Tx, …>`. @param {ts.Type} type @returns {boolean} */
const isTransaction = (type) =>
  nameOf(type.symbol) === "Tx" ||
  (nameOf(type.aliasSymbol) === "Pick" && (type.aliasTypeArguments ?? []).some(isTransaction));

/** Types without a name have no symbol. @param {ts.Symbol | undefined} symbol */
const nameOf = (symbol) => symbol?.name;

/**
 * Whether a value of the type can open a transaction: a store, or an environment that has one.
 * @param {ts.Type} type
 * @param {ts.TypeChecker} checker
 */
function opensTransactions(type, checker) {
  if (type.getProperty("transaction")) return true;
  const store = type.getProperty("store");
  return (
    store !== undefined && checker.getTypeOfSymbol(store).getProperty("transaction") !== undefined
  );
}

/**
 * A function that is handed a transaction is handed nothing that could open another: on SQLite the second would wait for the first for ever.
 * @type {import("eslint").Rule.RuleModule}
 */
const oneTransaction = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      two: "It has a transaction and could open another, which on SQLite waits for the first for ever: take `World` or plain values beside a `Tx`.",
    },
  },
  create(context) {
    const types = typesOf(context);
    if (!types) return {};
    /** @param {FunctionNode} node */
    const judge = (node) => {
      const given = node.params.map((param) => typeOf(types, param));
      const opens = given.some((type) => opensTransactions(type, types.checker));
      if (opens && given.some(isTransaction)) context.report({ node, messageId: "two" });
    };
    return {
      FunctionDeclaration: judge,
      FunctionExpression: judge,
      ArrowFunctionExpression: judge,
    };
  },
};

/**
 * What is handed the environment or the store is a use case (a file named like its folder) or a procedure, so that the name of a file
 * says whether it may open transactions.
 * @type {import("eslint").Rule.RuleModule}
 */
const environmentInItsPlace = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      elsewhere:
        "It can open transactions: call the file <verb>-<noun>.procedure.ts, or take `World`, a `Tx` or plain values.",
    },
  },
  create(context) {
    const types = typesOf(context);
    if (!types || /([^/]+)\/\1[.]ts$|[.]procedure[.]ts$/.test(context.filename)) return {};
    /** @param {FunctionNode} node */
    const judge = (node) => {
      if (node.params.some((param) => opensTransactions(typeOf(types, param), types.checker)))
        context.report({ node, messageId: "elsewhere" });
    };
    return {
      FunctionDeclaration: judge,
      FunctionExpression: judge,
      ArrowFunctionExpression: judge,
    };
  },
};

/**
 * Nothing inside a transaction calls a procedure: it owns statements or transactions of its own, which are not undone with this one.
 * @type {import("eslint").Rule.RuleModule}
 */
const noProcedureInTransaction = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      inside:
        "A procedure owns its statements and transactions: call it before the transaction opens or after it ends.",
    },
  },
  create(context) {
    const types = typesOf(context);
    if (!types) return {};
    /** For each function being walked, whether it is handed a transaction or stands in one that is. @type {boolean[]} */
    const inside = [];
    /** @param {FunctionNode} node */
    const enter = (node) =>
      inside.push(
        inside.at(-1) === true || node.params.some((param) => isTransaction(typeOf(types, param))),
      );
    const leave = () => void inside.pop();
    return {
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      "FunctionDeclaration:exit": leave,
      "FunctionExpression:exit": leave,
      "ArrowFunctionExpression:exit": leave,
      CallExpression(node) {
        if (inside.at(-1) === true && isProcedure(types, node.callee))
          context.report({ node, messageId: "inside" });
      },
    };
  },
};

/** Whether the callee is declared in a file `*.procedure.ts`, and is exported there or takes what can open a transaction. @param {Types} types @param {Node} callee */
function isProcedure({ checker, tsNodeOf }, callee) {
  const node = tsNodeOf(callee);
  const symbol = checker.getSymbolAtLocation(node);
  if (!symbol) return false;
  const declared = resolveAlias(symbol, checker);
  const opens = () =>
    checker
      .getTypeAtLocation(node)
      .getCallSignatures()
      .flatMap((signature) => signature.parameters)
      .some((param) => opensTransactions(checker.getTypeOfSymbol(param), checker));
  return (declared.declarations ?? []).some((declaration) => {
    const file = declaration.getSourceFile();
    return (
      file.fileName.endsWith(".procedure.ts") && (isExported(declared, file, checker) || opens())
    );
  });
}

/** @param {ts.Symbol} symbol @param {ts.TypeChecker} checker */
const resolveAlias = (symbol, checker) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** @param {ts.Symbol} declared @param {ts.SourceFile} file @param {ts.TypeChecker} checker */
function isExported(declared, file, checker) {
  const module = checker.getSymbolAtLocation(file);
  const exported = module ? checker.getExportsOfModule(module) : [];
  return exported.some(
    (each) => resolveAlias(each, checker) === checker.getExportSymbolOfSymbol(declared),
  );
}

export const transactionRules = {
  "one-transaction": oneTransaction,
  "environment-in-its-place": environmentInItsPlace,
  "no-procedure-in-transaction": noProcedureInTransaction,
};
