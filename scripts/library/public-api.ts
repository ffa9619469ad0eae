import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { describeSymbol, originOf, type Documented } from "./documented.js";
import { recordOf } from "@acme/auth-testing/read-json";
import { readManifest } from "../read-manifest.js";

/** One entry point of a published package, such as `@acme/auth-kysely/sqlite`. */
export interface Entry {
  readonly name: string;
  /** Everything it exports that is declared in this repository, by name. */
  readonly exports: ReadonlyMap<string, Documented>;
}

const MANIFEST = {
  name: "string",
  "private?": "boolean",
  "exports?": recordOf({ "@acme/source?": "string" }),
} as const;

/** Reads the entry points of all published packages from their sources, with the texts of the comments. */
export function readPublicApi(root: string): readonly Entry[] {
  const files = entryFiles(root);
  const program = ts.createProgram(
    files.map(({ file }) => file),
    optionsIn(root),
  );
  const checker = program.getTypeChecker();
  const isOurs = (symbol: ts.Symbol): boolean =>
    (symbol.declarations ?? []).some((one) =>
      /^packages\/[^/]+\/src\//.test(relative(root, one.getSourceFile().fileName)),
    );
  return files.map(({ name, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} exports nothing`);
    const exported = checker
      .getExportsOfModule(module)
      .map((symbol) => [symbol.name, originOf(symbol, checker)] as const)
      // A module that is exported whole has no declaration to describe: `export * as session`.
      .filter(([, symbol]) => isOurs(symbol) && !(symbol.flags & ts.SymbolFlags.ValueModule));
    return {
      name,
      exports: new Map(
        exported.map(([exportName, symbol]) => [
          exportName,
          describeSymbol(symbol, { checker, name: exportName, root }),
        ]),
      ),
    };
  });
}

function optionsIn(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.base.json"), (file) =>
    readFileSync(file, "utf8"),
  ) as {
    readonly config: unknown;
  };
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}

function entryFiles(root: string): readonly { readonly name: string; readonly file: string }[] {
  return readdirSync(join(root, "packages")).flatMap((room) => {
    const folder = join(root, "packages", room);
    const manifest = readManifest(folder, MANIFEST);
    if (manifest.private) return [];
    return Object.entries(manifest.exports ?? {}).flatMap(([path, { "@acme/source": source }]) =>
      source ? [{ name: manifest.name + path.slice(1), file: join(folder, source) }] : [],
    );
  });
}
