import { describe, expect, it } from "vitest";
import { describeFailure } from "./describe-failure.js";

const failure = (message: string, own: object = {}) => Object.assign(new Error(message), own);

describe("what is kept of a failed attempt", () => {
  it.each<readonly [unknown, string]>([
    [failure("the disk is full"), "Error: the disk is full"],
    [new TypeError("x is not a function"), "TypeError: x is not a function"],
    [
      failure("connect ECONNREFUSED 10.0.0.7:5432", { code: "ECONNREFUSED" }),
      "Error ECONNREFUSED: connect ECONNREFUSED [IP]:[number]",
    ],
    [
      failure("UNIQUE constraint failed: notes.owner", { code: "SQLITE_CONSTRAINT_UNIQUE" }),
      "Error SQLITE_CONSTRAINT_UNIQUE: UNIQUE constraint failed: notes.owner",
    ],
    [failure("no", { code: "Ada Lovelace" }), "Error: no"],
    [failure("no", { code: "Ada LOVELACE" }), "Error: no"],
    [failure("no", { code: "LOVELACE Ada" }), "Error: no"],
    ["gone", "a thrown string: gone"],
    [undefined, "a thrown undefined: undefined"],
  ])("is its kind, its code and its message: %s", (thrown, told) => {
    expect(describeFailure(thrown)).toBe(told);
  });

  it.each([
    ["ada@example.com has no customer", "Error: [email] has no customer"],
    ["no row for 'Ada Lovelace' in notes", "Error: no row for [value] in notes"],
    ["name \"Ada\" can't be, it isn't", "Error: name [value] can't be, it isn't"],
    ["GET https://ada:pw@crm.test/users/7?x=1 failed", "Error: GET [URL] failed"],
    ["user 0197a1b2-aaaa-7bbb-8ccc-0123456789ab", "Error: user [id]"],
    ["from 2001:db8::17, card 4111111111111111", "Error: from [IP], card [number]"],
    ["mailto ada@example.com:ada", "Error: mailto [email]:ada"],
    ["no row for 'Conan O'Brien'", "Error: no row for [value]"],
    ["no row for 'Ada\nLovelace' here", "Error: no row for [value] here"],
    ['no row for "Ada\nLovelace"', "Error: no row for [value]"],
    ['no row for "Ada \\"Countess\\" King"', "Error: no row for [value]"],
    ['no row for "Ada', "Error: no row for [value]"],
    ["no row for 'Ada", "Error: no row for [value]"],
    ['no row for "Ada\\', "Error: no row for [value]"],
    ["no row for `Ada` here", "Error: no row for [value] here"],
    ["no row for `Ada", "Error: no row for [value]"],
    ["no row for „Ada“ here", "Error: no row for [value] here"],
    ["no row for „Ada” here", "Error: no row for [value] here"],
    ["no row for „Ada", "Error: no row for [value]"],
    ["no row for “Ada” here", "Error: no row for [value] here"],
    ["no row for “Ada", "Error: no row for [value]"],
    ["no row for «Ada» here", "Error: no row for [value] here"],
    ["no row for «Ada", "Error: no row for [value]"],
    ["  nothing but words \t ", "Error: nothing but words"],
    ["no row for „Ada“", "Error: no row for [value]"],
    ["no row for «Ada»", "Error: no row for [value]"],
    ["no ada%40example.com here", "Error: no [email] here"],
    ["no +49 170 123 45 67 here", "Error: no [number] here"],
    ["no (0170) 123-4567 here", "Error: no ([number] here"],
    [`no "${"x".repeat(1_980)}" ada@example.com`, "Error: no [value]"],
    ["no way to 10.0.0.17", "Error: no way to [IP]"],
    ["", "Error:"],
    [`"${"x".repeat(1_994)}" end`, "Error: [value] end"],
    [`no "${"x".repeat(2_500)}" at all`, "Error: no [value]"],
    [`"${"x".repeat(300)}" then${" on".repeat(900)}`, `Error: [value] then${" on".repeat(60)}`],
  ])("has no values: %s", (message, told) => {
    expect(describeFailure(failure(message))).toBe(told);
  });

  it.each(["x", "a.", "1:", "'", "ada@", '"\\'])("is found quickly in a megabyte of %s", (text) => {
    const started = performance.now();
    expect(describeFailure(failure(text.repeat(1e6 / text.length))).length).toBeLessThan(201);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it("is one line, of no more than two hundred characters, that moves no cursor", () => {
    const told = describeFailure(failure(`\n \u001b[2Jone\u0007${"x".repeat(300)}\ntwo`));
    expect(told).toHaveLength(200);
    expect(told).toMatch(/^Error: {2}\[2Jone x+$/);
  });
});
