import {
  CONTEXT_PARAMETERS,
  MAX_CLOSURE_LINES,
  MAX_FILE_TOKENS,
  MAX_FUNCTION_LINES,
  MAX_PARAMETERS,
} from "./limits.mjs";
import { transactionRules } from "./transaction-rules.mjs";

/** @typedef {import("./transaction-rules.mjs").FunctionNode} FunctionNode */

const FUNCTIONS = ":matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression)";

/**
 * @param {string} message
 * @param {(context: import("eslint").Rule.RuleContext, report: (node: FunctionNode | import("eslint").AST.Program, data: Record<string, number>) => void) => import("eslint").Rule.RuleListener} listen
 * @returns {import("eslint").Rule.RuleModule}
 */
const rule = (message, listen) => ({
  meta: { type: "suggestion", schema: [], messages: { message } },
  create: (context) =>
    listen(context, (node, data) =>
      context.report({ node, messageId: "message", data: /** @type {{}} */ (data) }),
    ),
});

export const houseRules = {
  rules: {
    // The ambient ones are not counted, so that `openSession(tx, world, user, method, client)` reads as the three things it is about.
    "few-parameters": rule(
      "{{count}} parameters: beyond three (tx, world and now not counted), take one object.",
      (_context, report) => ({
        [FUNCTIONS]: (/** @type {FunctionNode} */ node) => {
          const counted = node.params.filter(
            (param) => !(param.type === "Identifier" && CONTEXT_PARAMETERS.has(param.name)),
          );
          if (counted.length > MAX_PARAMETERS) report(node, { count: counted.length });
        },
      }),
    ),
    "short-functions": rule(
      "{{lines}} lines, of {{limit}} at most: a step or a pure rule wants to leave.",
      (_context, report) => {
        /** Lines of the functions within, for each function being walked. */
        const within = [0];
        return {
          [FUNCTIONS]: () => void within.push(0),
          [`${FUNCTIONS}:exit`]: (/** @type {FunctionNode} */ node) => {
            const all = node.loc ? node.loc.end.line - node.loc.start.line + 1 : 0;
            const own = all - (within.pop() ?? 0);
            within.push((within.pop() ?? 0) + all);
            if (own > MAX_FUNCTION_LINES) report(node, { lines: own, limit: MAX_FUNCTION_LINES });
            else if (all > MAX_CLOSURE_LINES)
              report(node, { lines: all, limit: MAX_CLOSURE_LINES });
          },
        };
      },
    ),
    // Measured in tokens, so that the layout of a file cannot flatter it.
    "small-files": rule(
      `{{tokens}} tokens, of ${MAX_FILE_TOKENS} at most: more than one thing lives in this file.`,
      ({ sourceCode }, report) => ({
        Program: (node) => {
          const tokens = sourceCode.ast.tokens.length;
          if (tokens > MAX_FILE_TOKENS) report(node, { tokens });
        },
      }),
    ),
    ...transactionRules,
  },
};
