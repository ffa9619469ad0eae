import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
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
const modeOf = (path: string): number => statSync(path).mode & 0o777;
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

describe("compiled code that another user may have written", () => {
  const SOURCE = "exports.answer = 'written';";
  const PLANTED = "exports.answer = 'planted';";
  const uid = process.geteuid!();

  afterEach(() => process.umask(0o022));

  /** Puts the code of another source where that of the program is kept. Returns its file. */
  function plant(): string {
    write("main.js", PLANTED);
    run("main.js");
    const planted = join(compiled, kept()[0]!);
    write("main.js", SOURCE);
    // By name: V8 remembers what it has compiled in this process, and would not look at the file.
    const key = createHash("sha256").update(join(folder, "main.js")).update(SOURCE).digest("hex");
    const path = join(compiled, `${key}-${cachedDataVersionTag()}`);
    renameSync(planted, path);
    return path;
  }

  /**
   * Gives the path to another user, or has the program opened by another, where this process may
   * not give anything away.
   */
  function giveAway(...paths: readonly string[]): number {
    if (uid !== 0) return uid + 1;
    for (const path of paths) chownSync(path, 65_534, 65_534);
    return uid;
  }

  it("would be run, if its owner alone could have written it", () => {
    plant();
    expect(open().load("main.js")).toEqual({ answer: "planted" });
    expect(open().findUntrusted()).toBeNull();
  });

  it.each([0o000, 0o002, 0o022, 0o077, 0o177])(
    "cannot be planted, whatever the umask is (%o)",
    (umask) => {
      write("main.js", SOURCE);
      process.umask(umask);
      run("main.js");
      process.umask(0o022);
      expect(modeOf(compiled)).toBe(0o700);
      expect(kept().map((name) => modeOf(join(compiled, name)))).toEqual([0o600]);
    },
  );

  it.each([0o770, 0o707, 0o720, 0o702, 0o1777])(
    "is ignored in a folder of mode %o, and nothing is kept there",
    (mode) => {
      const file = plant();
      chmodSync(compiled, mode);
      const program = open();
      expect(program.load("main.js")).toEqual({ answer: "written" });
      const before = readFileSync(file);
      program.keep();
      expect(readFileSync(file).equals(before)).toBe(true);
      const fault = "may be written by other users";
      expect(program.findUntrusted()).toEqual({ path: compiled, fault });
    },
  );

  it.each([0o620, 0o602, 0o666])("is ignored in a file of mode %o, which is replaced", (mode) => {
    const file = plant();
    chmodSync(file, mode);
    const program = open();
    const fault = "may be written by other users";
    expect(program.findUntrusted()).toEqual({ path: file, fault });
    expect(program.load("main.js")).toEqual({ answer: "written" });
    program.keep();
    expect(modeOf(file)).toBe(0o600);
    expect(program.findUntrusted()).toBeNull();
  });

  it("is ignored in a folder of another user, and nothing is kept there", () => {
    plant();
    const user = giveAway(compiled);
    const program = openProgram({ folder, compiled, user });
    expect(program.load("main.js")).toEqual({ answer: "written" });
    const before = kept();
    program.keep();
    expect(kept()).toEqual(before);
    const fault = "belongs to another user";
    expect(program.findUntrusted()).toEqual({ path: compiled, fault });
  });

  it("is ignored in a file of another user", () => {
    const file = plant();
    const user = giveAway(file);
    const program = openProgram({ folder, compiled, user });
    expect(program.load("main.js")).toEqual({ answer: "written" });
    const path = uid === 0 ? file : compiled;
    expect(program.findUntrusted()).toEqual({ path, fault: "belongs to another user" });
  });

  it("may be root's, who can change the program itself", () => {
    plant();
    const program = openProgram({ folder, compiled, user: uid === 0 ? 65_534 : uid });
    expect(program.findUntrusted()).toBeNull();
    expect(program.load("main.js")).toEqual({ answer: "planted" });
  });

  it("is ignored behind a link, be it the folder or a file", () => {
    const file = plant();
    const fault = "is neither a folder nor a file of its own";
    const elsewhere = join(folder, "elsewhere");
    renameSync(file, elsewhere);
    symlinkSync(elsewhere, file);
    expect(open().load("main.js")).toEqual({ answer: "written" });
    expect(open().findUntrusted()).toEqual({ path: file, fault });
    rmSync(file);
    renameSync(elsewhere, file);
    renameSync(compiled, elsewhere);
    symlinkSync(elsewhere, compiled);
    const program = open();
    expect(program.load("main.js")).toEqual({ answer: "written" });
    program.keep();
    expect(program.findUntrusted()).toEqual({ path: compiled, fault });
    expect(readdirSync(elsewhere)).toHaveLength(1);
  });
});
