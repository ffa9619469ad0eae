/** @typedef {import("eslint").Rule.RuleListener} Listener */
/** @typedef {"FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression"} FunctionKind */
/** @typedef {Parameters<NonNullable<Listener[FunctionKind]>>[0]} FunctionNode */

/** What every step and every store method is handed; the reader does not count it. */
const CONTEXT = new Set(["this", "tx", "world", "now"]);
const PARAMETERS = 3;
/** A function on one screen, not counting the functions in it; a closure of use cases in two. */
const OWN_LINES = 60;
const ALL_LINES = 185;

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
        (param) => !(param.type === "Identifier" && CONTEXT.has(param.name)),
      ).length;
      if (count > PARAMETERS)
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
          own > OWN_LINES
            ? { lines: own, limit: OWN_LINES }
            : all > ALL_LINES
              ? { lines: all, limit: ALL_LINES }
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

export const houseRules = {
  rules: { "few-parameters": fewParameters, "short-functions": shortFunctions },
};
