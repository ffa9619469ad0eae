import { describe, expect, it } from "vitest";
import * as limits from "./limits.mjs";
import { measureSource } from "./measure-source.mjs";
import { figuresOf, isOverLimit, quantile } from "./sizes.mjs";

const measure = (text: string) => measureSource("packages/core/src/planted.ts", text);
const over = (text: string) =>
  figuresOf([measure(text)])
    .filter(isOverLimit)
    .map(({ what }) => what);

describe("measuring a source file", () => {
  it("counts what the compiler reads, not comments and white space", () => {
    const { tokens } = measure("/** Why. */\nexport const x = `a${1}b`; // because\n");
    expect(tokens).toBe(8);
  });

  it("counts casts and non-null assertions, but not `as const`", () => {
    const measured = measure(
      "const a = [1] as const;\nconst b = a as unknown as string;\nconst c = a[0]!;\nconst d = b as object;\n",
    );
    expect(measured.casts.map(({ line }) => line)).toEqual([2, 2, 4]);
    expect(measured.doubleCasts).toHaveLength(1);
    expect(measured.nonNullAssertions).toEqual([{ line: 3, text: "a[0]!" }]);
  });

  it("counts a callback as a part of the function around it", () => {
    const { functions } = measure(
      "function all(xs: number[]) {\n  return xs.map((x) => x + 1);\n}\nconst one = (tx: 1, a: 1) => a;\n",
    );
    expect(functions).toEqual([
      { name: "all", line: 1, lines: 3, tokens: 25, parameters: 1 },
      { name: "one", line: 4, lines: 1, tokens: 11, parameters: 1 },
    ]);
  });
});

describe("the limits of the product", () => {
  it.each([
    ["tokens of the largest file", ";".repeat(limits.MAX_FILE_TOKENS + 1)],
    ["tokens of a function, median", `function f() {${";".repeat(60)}}`],
    ["tokens of a function, 95 of 100", `function f() {${";".repeat(300)}}`],
    ["lines of the longest function", `function f() {${"\n".repeat(limits.MAX_CLOSURE_LINES)}}`],
    ["casts", "void (0 as 1);\n".repeat(limits.MAX_CASTS + 1)],
    ["non-null assertions", "void x!;\n".repeat(limits.MAX_NON_NULL_ASSERTIONS + 1)],
  ])("refuse too many %s", (what, source) => {
    expect(over(source)).toContain(what);
  });

  it("allow what is within them", () => {
    expect(over("const one = () => 1;")).toEqual([]);
  });
});

it("a quantile is one of the values", () => {
  expect([quantile([3, 1, 2], 0.5), quantile([1, 2], 0.95), quantile([], 0.5)]).toEqual([2, 2, 0]);
});
