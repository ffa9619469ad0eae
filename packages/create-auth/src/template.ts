import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Framework } from "./frameworks.js";
import type { Entries } from "./package-json.js";

/** `templates/<framework>/template.json`. */
interface Description {
  /** Files that only an application that is made here gets. */
  readonly application: readonly string[];
  /** What its tools write, for the .gitignore of a new application. */
  readonly ignored: readonly string[];
  /** Its tools compile the files, whatever `type` package.json has. */
  readonly bundled?: boolean;
  /** Packages that an application which was there chooses itself: ours may fit another version. */
  readonly brought: readonly string[];
  readonly dependencies: Entries;
  readonly devDependencies: Entries;
  readonly scripts: Entries;
  /** What runs the test. */
  readonly test: string;
  /** Where a browser reaches a new application, and one that was there, while it is developed. */
  readonly url: { readonly made: string; readonly existing: string };
  /** A folder that some applications have, below which the files then go. */
  readonly below?: {
    readonly folder: string;
    /** Folders of which one shows that it is so. */
    readonly when: readonly string[];
    /** Folders of which one shows that it is not so: Next.js then ignores those below. */
    readonly unless: readonly string[];
    /** Files that are not moved. */
    readonly stays: readonly string[];
    /** What runs the test there. */
    readonly test: string;
  };
  /** What starts it. */
  readonly start: string;
  /** A path that only signed-in users reach. */
  readonly guarded: string;
}

export interface Template extends Description {
  /** By path, with `/` between folders. */
  readonly files: ReadonlyMap<string, string>;
  /** What to write by hand where a file exists that ours would be, by the path of that file. */
  readonly byHand: ReadonlyMap<string, string>;
}

/** Beside `dist` and `src` alike. */
const TEMPLATES = join(import.meta.dirname, "../templates");

/** The version of this package, which all packages have. */
export function ownVersion(): string {
  const text = readFileSync(join(import.meta.dirname, "../package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** Reads what this package has for a framework. */
export function readTemplate(framework: Framework): Template {
  const folder = join(TEMPLATES, framework);
  const description = readFileSync(join(folder, "template.json"), "utf8");
  return {
    ...(JSON.parse(description) as Description),
    files: readFiles(join(folder, "files")),
    byHand: readSections(readFileSync(join(folder, "by-hand.md"), "utf8")),
  };
}

/** Tools take a tsconfig.json in this package for theirs, so that it begins with `_`. */
function readFiles(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
    join(folder, path),
  );
  return new Map(
    paths
      .filter((path) => statSync(path).isFile())
      .sort()
      .map((path) => [
        relative(folder, path).split(sep).join("/").replace(/^_/, ""),
        readFileSync(path, "utf8"),
      ]),
  );
}

/** Each section has a path for a title. */
function readSections(text: string): ReadonlyMap<string, string> {
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end).trim(), section.slice(end).trim()];
    }),
  );
}
