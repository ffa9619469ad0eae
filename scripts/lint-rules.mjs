import {
  CONTEXT_PARAMETERS,
  MAX_CLOSURE_LINES,
  MAX_FILE_TOKENS,
  MAX_FUNCTION_LINES,
  MAX_PARAMETERS,
} from "./limits.mjs";
import { transactionRules } from "./transaction-rules.mjs";

/** @typedef {import("eslint").Rule.RuleListener} Listener */
/** @typedef {"FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression"} FunctionKind */
/** @typedef {Parameters<NonNullable<Listener[FunctionKind]>>[0]} FunctionNode */

/** @param {(node: FunctionNode) => void} judge @returns {Listener} */
const enteringFunctions = (judge) => ({
  FunctionDeclaration: judge,
  FunctionExpression: judge,
  ArrowFunctionExpression: judge,
});
/** @param {(node: FunctionNode) => void} judge @returns {Listener} */
const leavingFunctions = (judge) => ({
  "FunctionDeclaration:exit": judge,
  "FunctionExpression:exit": judge,
  "ArrowFunctionExpression:exit": judge,
});

/**
 * At most three parameters, then one object. The ambient ones (`tx`, `world`, `now`) are not counted, so that
 * `openSession(tx, world, user, method, client)` reads as the three things it is about.
 * @type {import("eslint").Rule.RuleModule}
 */
const fewParameters = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      many: "{{count}} parameters: beyond three (tx, world and now not counted), take one object.",
    },
  },
  create: (context) =>
    enteringFunctions((node) => {
      const count = node.params.filter(
        (param) => !(param.type === "Identifier" && CONTEXT_PARAMETERS.has(param.name)),
      ).length;
      if (count > MAX_PARAMETERS)
        context.report({ node, messageId: "many", data: { count: String(count) } });
    }),
};

/** @type {import("eslint").Rule.RuleModule} */
const shortFunctions = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      long: "{{lines}} lines, of {{limit}} at most: a step or a pure rule wants to leave.",
    },
  },
  create(context) {
    /** Lines of the functions within, for each function being walked. @type {number[]} */
    const within = [0];
    return {
      ...enteringFunctions(() => within.push(0)),
      ...leavingFunctions((node) => {
        const all = node.loc ? node.loc.end.line - node.loc.start.line + 1 : 0;
        const own = all - (within.pop() ?? 0);
        within.push((within.pop() ?? 0) + all);
        const tooMany =
          own > MAX_FUNCTION_LINES
            ? { lines: own, limit: MAX_FUNCTION_LINES }
            : all > MAX_CLOSURE_LINES
              ? { lines: all, limit: MAX_CLOSURE_LINES }
              : null;
        if (tooMany)
          context.report({
            node,
            messageId: "long",
            data: { lines: String(tooMany.lines), limit: String(tooMany.limit) },
          });
      }),
    };
  },
};

/** Measured in tokens, so that the layout of a file cannot flatter it. @type {import("eslint").Rule.RuleModule} */
const smallFiles = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      large: "{{tokens}} tokens, of {{limit}} at most: more than one thing lives in this file.",
    },
  },
  create: (context) => ({
    Program(node) {
      const tokens = context.sourceCode.ast.tokens.length;
      if (tokens > MAX_FILE_TOKENS)
        context.report({
          node,
          messageId: "large",
          data: { tokens: String(tokens), limit: String(MAX_FILE_TOKENS) },
        });
    },
  }),
};

export const houseRules = {
  rules: {
    "few-parameters": fewParameters,
    "short-functions": shortFunctions,
    "small-files": smallFiles,
    ...transactionRules,
  },
};
