import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { changeOf, type FileChange } from "../ejecting/compare.js";
import {
  type Ejectable,
  EjectFailure,
  pathsNamed,
  usageOf,
  usesOwnParts,
  withParts,
} from "../ejecting/ejectable-files.js";

/** What `eject` is asked for. */
export interface EjectRequest {
  /** The folder of the application that the files are for, below the working directory. */
  readonly folder: string;
  /** Pages by their names, `layout`, `parts`, `style`, `texts`. Default: everything. */
  readonly names?: readonly string[];
  /** Overwrites files that exist already. */
  readonly force?: boolean;
  /** The files of the package. Default: those that it ships. */
  readonly files?: Ejectable;
}

/** What `eject` has done. */
export interface Ejected {
  /** The paths that were written, in the folder. */
  readonly written: readonly string[];
  /** Those that exist already, and were left alone. */
  readonly kept: readonly string[];
  /** What the application writes to use them. */
  readonly usage: string;
}

/** Holds each file as it was ejected. Named so that no tool takes them for sources. */
const ORIGINALS = ".originals";
const originalOf = (path: string): string => join(ORIGINALS, `${path}.txt`);

/** Where the files are: beside the built package or program; or in `dist`, seen from the source. */
const PLACES = ["./eject/", "../eject/", "../../dist/eject/"];

/**
 * Returns the files that the package ships to be ejected.
 * @throws {EjectFailure} when they are missing
 */
export function readEjectable(): Ejectable {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(
    (path) => existsSync(join(path, "layout.ts")),
  );
  if (folder === undefined)
    throw new EjectFailure(
      "The files to eject are missing. Install @acme/auth-pages again; in a checkout, run: npm run build",
    );
  return Object.fromEntries(
    filesIn(folder).map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

/**
 * Copies templates of the package into an application, which owns them from then on. A file that
 * exists already is left alone, unless `force` is given. A link in the folder is never followed.
 * @throws {EjectFailure} for a name that there is not, and where a link stands in the way; nothing
 * is written then
 */
export function eject({ folder, names = [], force = false, files }: EjectRequest): Ejected {
  const all = files ?? readEjectable();
  const chosen = pathsNamed(all, names);
  const ownsParts = chosen.includes("parts/index.ts") || existsSync(join(folder, "parts/index.ts"));
  const isKept = (path: string): boolean => !force && isThere(join(folder, path));
  const written = chosen.filter((path) => !isKept(path));
  refuseLinks(folder, [...written, ...written.map(originalOf)]);
  for (const path of written) {
    const text = withParts(all[path] ?? "", ownsParts);
    write(folder, path, text, force ? "w" : "wx");
    write(folder, originalOf(path), text);
  }
  return {
    written,
    kept: chosen.filter((path) => !written.includes(path)),
    usage: usageOf(chosen, importedFrom(folder)),
  };
}

/** Also of a link that leads nowhere. */
const isThere = (place: string): boolean =>
  lstatSync(place, { throwIfNoEntry: false }) !== undefined;

/** A checkout of someone else may have links in it, which lead out of the folder. */
function refuseLinks(folder: string, paths: readonly string[]): void {
  const parents = paths.map((path) => dirname(path)).filter((path) => path !== ".");
  if (parents.length > 0) refuseLinks(folder, [...new Set(parents)]);
  for (const path of paths)
    if (lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new EjectFailure(
        `${join(folder, path)} is a link. Remove it, or eject into another folder.`,
      );
}

function write(folder: string, path: string, text: string, flag: "w" | "wx" = "w"): void {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text, { flag });
}

const importedFrom = (folder: string): string => {
  const path = relative(process.cwd(), folder).split(sep).join("/");
  return path.startsWith("..") ? path : `./${path}`;
};

/**
 * Says what has become of ejected files: what the application changed, and what the package changed
 * since.
 * @throws {EjectFailure} when nothing was ejected into the folder
 */
export function diffEjected({ folder, names = [], files }: EjectRequest): readonly FileChange[] {
  const all = files ?? readEjectable();
  return ejectedIn(folder, all, names).map((path) => {
    const original = readIn(folder, originalOf(path));
    const yours = readIn(folder, path);
    const present = all[path] ?? null;
    const ownsParts = usesOwnParts(original ?? yours ?? "");
    return changeOf({
      path,
      original,
      yours,
      present: present && withParts(present, ownsParts),
    });
  });
}

/**
 * Records that the application has taken over what it wants of the package's changes: `diffEjected`
 * shows later ones from then on. No file of the application changes.
 * @returns the paths of the files
 * @throws {EjectFailure} when nothing was ejected into the folder, and where a link stands in the
 * way
 */
export function acceptEjected({ folder, names = [], files }: EjectRequest): readonly string[] {
  const all = files ?? readEjectable();
  const paths = ejectedIn(folder, all, names).filter((path) => path in all);
  refuseLinks(folder, paths.map(originalOf));
  for (const path of paths) {
    const ownsParts = usesOwnParts(readIn(folder, path) ?? readIn(folder, originalOf(path)) ?? "");
    write(folder, originalOf(path), withParts(all[path] ?? "", ownsParts));
  }
  return paths;
}

const readIn = (folder: string, path: string): string | null => {
  const place = join(folder, path);
  return existsSync(place) ? readFileSync(place, "utf8") : null;
};

/** The paths of the files that were ejected into a folder. */
function ejectedIn(folder: string, all: Ejectable, names: readonly string[]): readonly string[] {
  const originals = existsSync(join(folder, ORIGINALS)) ? filesIn(join(folder, ORIGINALS)) : [];
  const recorded = originals.map((path) => path.replace(/\.txt$/, ""));
  const known = new Set([
    ...recorded,
    ...Object.keys(all).filter((path) => existsSync(join(folder, path))),
  ]);
  if (known.size === 0)
    throw new EjectFailure(
      `Nothing was ejected into ${folder}. Eject into it first: eject ${folder}`,
    );
  const chosen = names.length === 0 ? null : new Set(pathsNamed(all, names));
  return [...known].filter((path) => chosen?.has(path) ?? true).sort();
}
