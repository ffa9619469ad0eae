import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, sep } from "node:path";

/** Only its owner reads a secret. */
export const SECRET_MODE = 0o600;

/** What stands at a path of the folder. A link, to whatever it leads, is `elsewhere`. */
export type Found =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "elsewhere" };

export interface Folder {
  readonly path: string;
  readonly look: (path: string) => Found;
  /**
   * Writes a file that does not exist, with the folders above it; all of it, or nothing.
   *
   * @throws when it exists.
   */
  readonly write: (path: string, text: string, mode?: number) => void;
  /** Replaces the text of a file that exists, which keeps its own when that fails. */
  readonly change: (path: string, text: string) => void;
}

/** Opens a folder, which is made when it does not exist. No link leads out of it. */
export function openFolder(named: string): Folder {
  mkdirSync(named, { recursive: true });
  const path = realpathSync(named);
  return {
    path,
    look: (file) => look(path, file),
    write(file, text, mode) {
      const target = join(path, file);
      mkdirSync(dirname(target), { recursive: true });
      const opened = openSync(target, "wx", mode);
      try {
        writeOr(opened, text, () => rmSync(target));
      } finally {
        closeSync(opened);
      }
    },
    change(file, text) {
      const target = join(path, file);
      const before = readFileSync(target);
      writeOr(target, text, () => writeFileSync(target, before));
    },
  };
}

/** A disk may be full in the middle of a file. */
function writeOr(target: string | number, text: string, undo: () => void): void {
  try {
    writeFileSync(target, text);
  } catch (thrown) {
    undo();
    throw thrown;
  }
}

function look(root: string, path: string): Found {
  const segments = path.split("/");
  const ancestors = segments.slice(0, -1).map((_, at) => segments.slice(0, at + 1).join("/"));
  if (ancestors.some((ancestor) => leadsElsewhere(root, ancestor))) return { kind: "elsewhere" };
  const found = statusOf(join(root, path));
  if (!found) return { kind: "absent" };
  if (!found.isFile()) return { kind: "elsewhere" };
  return { kind: "file", text: readFileSync(join(root, path), "utf8") };
}

const statusOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });

/** A folder that is a link out of the root, or no folder at all. */
function leadsElsewhere(root: string, path: string): boolean {
  const found = statusOf(join(root, path));
  if (!found || found.isDirectory()) return false;
  if (!found.isSymbolicLink()) return true;
  try {
    return !realpathSync(join(root, path)).startsWith(root + sep);
  } catch {
    return true;
  }
}
