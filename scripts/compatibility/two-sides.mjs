import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../tasks/command.mjs";

/** @typedef {import("./read-reports.mjs").Reports} Reports */
/** @typedef {(typeof SIDES)[number]} Side */

export const SIDES = /** @type {const} */ (["before", "after"]);
/** A file that nobody writes: what is to be compiled. */
export const PROBES = join(ROOT, "packages/.compared/probes.ts");

const OPTIONS = /** @satisfies {ts.CompilerOptions} */ ({
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
});

/** The compiler's and Node's own declarations, which all programs of a process share: reading them takes longer than all else. */
const libraries = /** @type {Map<string, ts.SourceFile | undefined>} */ (new Map());

/** Beside the sources of its package, so that what it imports of others is found. @param {string} side @param {string} entry */
export function pathOf(side, entry) {
  const [, room = "", path = "index"] = /^@acme\/auth-([^/]+)(?:\/(.*))?$/.exec(entry) ?? [];
  return join(ROOT, "packages", room, ".compared", side, `${path}.d.ts`);
}

/** What both sides export, and a file that uses it as `before:@acme/auth-core` and `after:@acme/auth-core`. @param {Record<Side, Reports>} reports @param {readonly string[]} lines */
export function programOf(reports, lines) {
  const files = new Map(
    SIDES.flatMap((side) =>
      Array.from(reports[side], ([entry, text]) => [pathOf(side, entry), text]),
    ),
  );
  files.set(PROBES, `${lines.join("\n")}\nexport {};\n`);
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, target) => {
    const text = files.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, target);
    if (!libraries.has(path)) libraries.set(path, getSourceFile(path, target));
    return libraries.get(path);
  };
  host.resolveModuleNameLiterals = (literals, from, ...[redirected, found]) =>
    literals.map(({ text }) => {
      const side = /\/\.compared\/(before|after)\//.exec(from)?.[1];
      const [, named, entry = text] = /^(before|after):(.*)$/.exec(text) ?? [];
      const path = pathOf(named ?? side ?? "", entry);
      if (files.has(path)) {
        const extension = ts.Extension.Dts;
        return { resolvedModule: { resolvedFileName: path, extension } };
      }
      return ts.resolveModuleName(text, from, found, host, undefined, redirected);
    });
  return ts.createProgram([PROBES, ...files.keys()], OPTIONS, host);
}
