import { createHash, hash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

/** Where a program is, and where the code that V8 has compiled of it is kept. */
export interface ProgramFolders {
  readonly folder: string;
  readonly compiled: string;
}

/** A program of CommonJS files in one folder, which ask for each other by `./name`, and for everything else as Node finds it. */
export interface Program {
  /** Runs a file once, and returns what it exports. A file that has thrown is run anew when it is asked for again. */
  readonly load: (name: string) => unknown;
  /** Keeps what is compiled by now of the files that were loaded, for the next process. Keeps nothing where the folder cannot be written. */
  readonly keep: () => void;
}

const DIGEST_BYTES = 32;

type Evaluate = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  path: string,
  folder: string,
) => void;

/**
 * Opens a program whose files are loaded with the code that V8 has compiled of them in an earlier process: without it, half of a start is compiling.
 * Compiled code is found by the hash of its source and path, which stands in stack traces, and by V8's own tag of its version, its flags and the processor's
 * features, so that a new file, a moved folder or another Node never meets it. A process that can write where it is kept can change the program beside it
 * as well, so nothing is gained by planting code.
 */
export function openProgram({ folder, compiled }: ProgramFolders): Program {
  const modules = new Map<string, { exports: unknown }>();
  const notKept = new Map<string, Script>();

  function load(name: string): unknown {
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    try {
      const path = join(folder, name);
      const evaluate = compile(path).runInThisContext() as Evaluate;
      evaluate(module.exports, requireFor(path), module, path, dirname(path));
      return module.exports;
    } catch (thrown) {
      modules.delete(name);
      throw thrown;
    }
  }

  function requireFor(path: string): (id: string) => unknown {
    const outside: (id: string) => unknown = createRequire(path);
    return (id) => (id.startsWith("./") ? load(id.slice(2)) : outside(id));
  }

  function compile(path: string): Script {
    // Hashed as bytes: as text it would be copied once more.
    const source = readFileSync(path);
    const key = createHash("sha256").update(path).update(source).digest("hex");
    const kept = join(compiled, `${key}-${cachedDataVersionTag()}`);
    const cachedData = readWhole(kept);
    const script = new Script(wrap(source.toString()), { filename: path, cachedData });
    if (!cachedData || script.cachedDataRejected) notKept.set(kept, script);
    return script;
  }

  function keep(): void {
    try {
      if (notKept.size > 0) mkdirSync(compiled, { recursive: true });
      for (const [path, script] of notKept) writeWhole(path, script.createCachedData());
    } catch {
      // Where nothing can be written, each start compiles anew.
    }
    notKept.clear();
  }

  return { load, keep };
}

/** In the source's first line, so that the lines of a stack trace are those of the file. */
const wrap = (source: string): string =>
  `(function (exports, require, module, __filename, __dirname) { ${source}\n})`;

/** Returns what `writeWhole` has written; undefined when it is not there or damaged, because V8 would not notice every damage. */
function readWhole(path: string): Buffer | undefined {
  try {
    const file = readFileSync(path);
    const content = file.subarray(DIGEST_BYTES);
    return digestOf(content).equals(file.subarray(0, DIGEST_BYTES)) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Another process that reads meanwhile finds all of it or nothing. */
function writeWhole(path: string, content: Buffer): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, Buffer.concat([digestOf(content), content]));
    renameSync(unfinished, path);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    throw cause;
  }
}

const digestOf = (content: Buffer): Buffer => hash("sha256", content, "buffer");
