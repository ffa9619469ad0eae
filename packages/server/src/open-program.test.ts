import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openProgram, type Program } from "./open-program.js";

let folder: string;
let compiled: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "program-"));
  compiled = join(folder, ".compiled");
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, source: string): void => writeFileSync(join(folder, name), source);
const open = (): Program => openProgram({ folder, compiled });
const kept = (): readonly string[] => readdirSync(compiled);

/** Loads the file and keeps what was compiled of it, as one process does. */
function run(name: string): unknown {
  const program = open();
  const exports = program.load(name);
  program.keep();
  return exports;
}

describe("a program", () => {
  it("is files that ask for each other, and for everything else as Node finds it", () => {
    write("main.js", "module.exports = [require('./other.js'), require('node:path').sep];");
    write("other.js", "exports.here = [__filename, __dirname];");
    const here = [join(folder, "other.js"), folder];
    expect(open().load("main.js")).toEqual([{ here }, "/"]);
  });

  it("runs each of its files once, those that ask for each other in a circle too", () => {
    write("one.js", "exports.first = 1; exports.others = require('./two.js').seen;");
    write("two.js", "exports.seen = [require('./one.js').first, require('./one.js').others];");
    const program = open();
    expect(program.load("one.js")).toEqual({ first: 1, others: [1, undefined] });
    expect(program.load("one.js")).toBe(program.load("one.js"));
  });

  it("runs a file that has thrown anew when it is asked for again", () => {
    write("main.js", "require('./missing.js');");
    const program = open();
    expect(() => program.load("main.js")).toThrow("missing.js");
    write("missing.js", "");
    expect(program.load("main.js")).toEqual({});
  });

  it("shows the lines of its files in stack traces", () => {
    write("main.js", "\nthrow new Error('here');");
    let stack: string | undefined;
    try {
      open().load("main.js");
    } catch (thrown) {
      stack = thrown instanceof Error ? thrown.stack : undefined;
    }
    expect(stack).toContain(`${join(folder, "main.js")}:2:7`);
  });
});

describe("the compiled code of a program", () => {
  it("is kept for the next process, which has nothing left to keep", () => {
    write("main.js", "exports.answer = () => 42;");
    run("main.js");
    expect(kept()).toHaveLength(1);
    const next = open();
    next.load("main.js");
    rmSync(compiled, { recursive: true });
    next.keep();
    expect(() => kept()).toThrow("ENOENT");
  });

  it("is never that of an earlier file, though it is as long", () => {
    write("main.js", "const answer = () => 1; exports.answer = answer();");
    expect(run("main.js")).toEqual({ answer: 1 });
    write("main.js", "const answer = () => 2; exports.answer = answer();");
    expect(run("main.js")).toEqual({ answer: 2 });
    expect(kept()).toHaveLength(2);
  });

  it("is never that of another folder, whose path would stand in stack traces", () => {
    write("main.js", "exports.stack = () => new Error('here').stack;");
    run("main.js");
    const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
    cpSync(folder, elsewhere, { recursive: true });
    const moved = openProgram({ folder: elsewhere, compiled: join(elsewhere, ".compiled") });
    moved.load("main.js");
    moved.keep();
    expect(readdirSync(join(elsewhere, ".compiled"))).toHaveLength(2);
    rmSync(elsewhere, { recursive: true });
  });

  it("is made anew when what was kept is damaged, cut short or empty", () => {
    write("main.js", "exports.answer = [1, 2, 3].map((n) => n * 2);");
    run("main.js");
    const path = join(compiled, kept()[0]!);
    const whole = readFileSync(path);
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, whole.length / 2, whole.length / 2 + 16);
    for (const content of [damaged, whole.subarray(0, -8), whole.subarray(0, 40), Buffer.of()]) {
      writeFileSync(path, content);
      expect(run("main.js")).toEqual({ answer: [2, 4, 6] });
      expect(readFileSync(path).length).toBeGreaterThan(whole.length / 2);
      expect(readFileSync(path).equals(content)).toBe(false);
    }
  });

  it("is not kept where the folder cannot be written, and the program runs all the same", () => {
    write("main.js", "exports.answer = 42;");
    write(".compiled", "a file, so no folder");
    expect(run("main.js")).toEqual({ answer: 42 });
    expect(run("main.js")).toEqual({ answer: 42 });
  });

  it("leaves no unfinished file behind", () => {
    write("main.js", "");
    mkdirSync(compiled);
    run("main.js");
    expect(kept().filter((name) => !/^[\da-f]{64}-\d+$/.test(name))).toEqual([]);
  });
});
