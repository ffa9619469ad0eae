import { describe, expect, it } from "vitest";
import { readCommand } from "./command-line.js";

const read = (...args: readonly string[]) => readCommand(args, ["start", "session-check"]);

describe("the arguments of the runner", () => {
  it("name the benchmarks to run, or none for all of them", () => {
    expect(read("start", "--quick")).toEqual({
      kind: "measure",
      names: ["start"],
      quick: true,
      json: null,
    });
    expect(read("--json", "a.json")).toEqual({
      kind: "measure",
      names: ["start", "session-check"],
      quick: false,
      json: "a.json",
    });
  });

  it("show files, or compare two of them", () => {
    expect(read("--table", "a.json", "b.json")).toEqual({
      kind: "table",
      files: ["a.json", "b.json"],
    });
    expect(read("compare", "a.json", "b.json")).toEqual({
      kind: "compare",
      files: ["a.json", "b.json"],
    });
  });

  it.each([
    ["an unknown benchmark", ["strat"], "there is no strat"],
    ["an unknown option", ["--jsno", "a.json"], "Unknown option '--jsno'"],
    ["a table without files", ["--table"], "--table needs files"],
    ["a comparison of one file", ["compare", "a.json"], "compare needs two files"],
  ])("are refused with a sentence: %s", (_what, args, sentence) => {
    const command = read(...args);
    expect(command.kind === "mistake" && command.what).toContain(sentence);
  });
});
