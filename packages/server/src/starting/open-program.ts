import { createHash, hash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

/** Where a program is, and where the code that V8 has compiled of it is kept. */
export interface ProgramFolders {
  readonly folder: string;
  readonly compiled: string;
  /**
   * The id of the user whose code may be run; undefined on a system without such ids. Default: the
   * user of the process.
   */
  readonly user?: number | undefined;
}

/**
 * A program of CommonJS files in one folder, which ask for each other by `./name`, and for
 * everything else as Node finds it.
 */
export interface Program {
  /**
   * Runs a file once, and returns what it exports. A file that has thrown is run anew when it is
   * asked for again.
   */
  readonly load: (name: string) => unknown;
  /**
   * Keeps what is compiled by now of the files that were loaded, for the next process. Keeps
   * nothing where the folder cannot be written.
   */
  readonly keep: () => void;
  /**
   * Looks for compiled code that is not used because another user may have written it. Returns the
   * first that is found, and what is wrong with it.
   */
  readonly findUntrusted: () => Untrusted | null;
}

/** A folder or a file of compiled code that is ignored. */
export interface Untrusted {
  readonly path: string;
  /** A clause that follows the path. */
  readonly fault: string;
}

const DIGEST_BYTES = 32;
/** No other user reads or writes it, whatever the umask. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const WRITABLE_BY_OTHERS = 0o022;
const ROOT = 0;
/** A link is not followed, and what is no file holds nothing up. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

type Evaluate = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  ...place: readonly [path: string, folder: string]
) => void;

/**
 * Opens a program whose files are loaded with the code that V8 has compiled of them in an earlier
 * process: without it, half of a start is compiling. Compiled code is found by the hash of its
 * source and path, which stands in stack traces, and by V8's own tag of its version, its flags and
 * the processor's features, so that a new file, a moved folder or another Node never meets it. V8
 * runs it unseen, so it is used only where no one except the user of this process or root, who may
 * change the program as well, can have written it; everything else is ignored.
 */
export function openProgram({
  folder,
  compiled,
  user = process.geteuid?.(),
}: ProgramFolders): Program {
  const isTrusted = (stats: Stats | undefined): boolean => faultOf(stats, user) === null;
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
    const cachedData = isTrusted(statsOf(compiled)) ? readWhole(kept, isTrusted) : undefined;
    const script = new Script(wrap(source.toString()), { filename: path, cachedData });
    if (!cachedData || script.cachedDataRejected) notKept.set(kept, script);
    return script;
  }

  function keep(): void {
    try {
      if (notKept.size > 0) makeFolder(compiled);
      if (isTrusted(statsOf(compiled)))
        for (const [path, script] of notKept) writeWhole(path, script.createCachedData());
    } catch {
      // Where nothing can be written, each start compiles anew.
    }
    notKept.clear();
  }

  function findUntrusted(): Untrusted | null {
    const fault = faultOf(statsOf(compiled), user);
    if (fault !== null) return { path: compiled, fault };
    for (const name of namesIn(compiled)) {
      const path = join(compiled, name);
      const faultOfFile = faultOf(statsOf(path), user);
      if (faultOfFile !== null) return { path, fault: faultOfFile };
    }
    return null;
  }

  return { load, keep, findUntrusted };
}

/**
 * Returns why code that is there may be another's; null when it cannot be, and when nothing is
 * there.
 */
function faultOf(stats: Stats | undefined, user: number | undefined): string | null {
  if (!stats || user === undefined) return null;
  if (!stats.isDirectory() && !stats.isFile()) return "is neither a folder nor a file of its own";
  if (stats.uid !== user && stats.uid !== ROOT) return "belongs to another user";
  return (stats.mode & WRITABLE_BY_OTHERS) === 0 ? null : "may be written by other users";
}

const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function makeFolder(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  if (made !== undefined) chmodSync(path, FOLDER_MODE);
}

/** In the source's first line, so that the lines of a stack trace are those of the file. */
const wrap = (source: string): string =>
  `(function (exports, require, module, __filename, __dirname) { ${source}\n})`;

/**
 * Returns what `writeWhole` has written; undefined when it is not there or damaged, because V8
 * would not notice every damage.
 */
function readWhole(path: string, isTrusted: (stats: Stats) => boolean): Buffer | undefined {
  let opened: number | undefined;
  try {
    opened = openSync(path, READ);
    if (!isTrusted(fstatSync(opened))) return undefined;
    const file = readFileSync(opened);
    const content = file.subarray(DIGEST_BYTES);
    return digestOf(content).equals(file.subarray(0, DIGEST_BYTES)) ? content : undefined;
  } catch {
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** Another process that reads meanwhile finds all of it or nothing. */
function writeWhole(path: string, content: Buffer): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    const opened = openSync(unfinished, "wx", FILE_MODE);
    try {
      fchmodSync(opened, FILE_MODE);
      writeFileSync(opened, Buffer.concat([digestOf(content), content]));
    } finally {
      closeSync(opened);
    }
    renameSync(unfinished, path);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    throw cause;
  }
}

const digestOf = (content: Buffer): Buffer => hash("sha256", content, "buffer");
