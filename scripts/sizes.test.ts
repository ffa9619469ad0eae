import { expect, it } from "vitest";
import { figuresOf, measureSource } from "./sizes.mjs";

it("measures a file in tokens and a function in lines, without comments and the functions within", () => {
  const inner = `  const inner = () => {\n${"    void 0;\n".repeat(58)}  };\n`;
  const file = measureSource(
    "a.ts",
    `/** Why. */\nfunction outer() {\n${inner}  inner(); // now\n}\n`,
  );
  expect(figuresOf(file)).toEqual([
    ["tokens of a.ts", 193, 2000],
    ["lines of inner, a.ts:3", 60, 60],
    ["lines of outer, a.ts:2", 3, 60],
  ]);
});
