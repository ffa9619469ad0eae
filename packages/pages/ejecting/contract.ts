import { join } from "node:path";
import ts from "typescript";
import { CannotCut, fileOf, sourceAt, type Sources } from "./sources.js";

/** What ejected files import: all that `/templates` exports, by its name. */
export type Contract = ReadonlyMap<string, Offered>;

/** Where a name of the contract comes from. */
export interface Offered {
  /** Below `src`; null where it comes from another package. */
  readonly file: string | null;
}

/** Where ejected files find types, and the parts that are not ejected. */
export const TEMPLATES = "@acme/auth-pages/templates";

const ENTRY = "templates.ts";

/** A list of names that the entry exports of a file. */
export interface ExportList {
  readonly file: string | null;
  readonly names: readonly string[];
  /** As it is written. */
  readonly text: string;
}

/** The lists of which `src/templates.ts` consists. */
export function exportLists(sources: Sources, folder: string): readonly ExportList[] {
  const { ast } = sourceAt(sources, ENTRY);
  return ast.statements.filter(ts.isExportDeclaration).map((each) => {
    const { exportClause, moduleSpecifier } = each;
    if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier)
      throw new CannotCut(`src/${ENTRY} is a list of names: ${each.getText()}`);
    const module = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
    return {
      file: fileOf(module, { from: join(folder, ENTRY), folder }),
      names: exportClause.elements.map(({ name }) => name.text),
      text: each.getText(),
    };
  });
}

/** What `/templates` exports. */
export const contractOf = (lists: readonly ExportList[]): Contract =>
  new Map(lists.flatMap(({ file, names }) => names.map((name) => [name, { file }])));
