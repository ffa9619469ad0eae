import ts from "typescript";
import { type Contract, TEMPLATES } from "./contract.js";
import {
  CannotCut,
  type Declared,
  type Imported,
  type Meaning,
  type Source,
  sourceAt,
  type Sources,
} from "./sources.js";

/** Where ejected files find the parts, once those are ejected too. */
export const PARTS = "./parts/index.ts";

/** Files whose helpers go along with the template that uses them. */
const GOES_ALONG = /^(pages|layouts|texts)\//;
/** Entries for the packages of this project, of which ejected files know nothing. */
const INTERNAL = /^@acme\/.*\/(surface|pages-host|routes)$/;
/** Types that applications write templates against. */
const PUBLIC_TYPE = /View$/;

/** What is cut out for one file. */
export interface Cut {
  /** The statements, as they are in the sources. */
  readonly statements: readonly string[];
  /** The import declarations that they need. */
  readonly imports: readonly string[];
}

interface Cutting {
  readonly sources: Sources;
  readonly contract: Contract;
  /** What is cut out, for the message of a fault. */
  readonly what: string;
  /** Types of `/templates` that the file needs besides. */
  readonly types?: readonly string[];
}

/** What a cut begins with. */
export interface Root {
  readonly source: Source;
  readonly node: ts.Node;
  /** As it will stand in the file. */
  readonly text: string;
}

/**
 * Cuts pieces out of the sources, with all that they need and the file cannot import.
 * @throws {CannotCut} when they need what no ejected file can have
 */
export function cutOut(roots: readonly Root[], cutting: Cutting): Cut {
  const { contract, sources, what } = cutting;
  const imports = new Imports();
  for (const name of cutting.types ?? [])
    imports.add({ module: TEMPLATES, name, local: name, isType: true });
  const taken = new Map<ts.Statement, string>(
    roots.flatMap(({ node, text }) => (ts.isStatement(node) ? [[node, text]] : [])),
  );
  const owners = new Map<string, Source>();

  const inline = (source: Source, name: string, { statement, isExported }: Declared): void => {
    if (taken.has(statement)) return;
    if (isExported && isType(statement) && PUBLIC_TYPE.test(name))
      throw new CannotCut(`${what}: export ${name} of src/${source.path} from src/templates.ts`);
    const owner = owners.get(name);
    if (owner && owner !== source)
      throw new CannotCut(`${what}: src/${owner.path} and src/${source.path} both have ${name}`);
    owners.set(name, source);
    taken.set(statement, plainText(statement));
    follow(source, statement);
  };
  const importOf = ({ module, file, name, isType: isTypeOnly }: Imported, local: string): void => {
    const isInternal = file !== null || INTERNAL.test(module);
    const offered = contract.get(name);
    if (!isInternal) return imports.add({ module, name, local, isType: isTypeOnly });
    if (offered?.file === file)
      return imports.add({ module: moduleOf(file), name, local, isType: isTypeOnly });
    if (file === null || !GOES_ALONG.test(file) || local !== name)
      throw unavailable(what, { name, from: file === null ? module : `src/${file}` });
    const source = sourceAt(sources, file);
    const declared = source.declarations.get(name);
    if (!declared) throw unavailable(what, { name, from: `src/${file}` });
    inline(source, name, declared);
  };
  const take = (source: Source, meaning: Meaning): void => {
    if (meaning.kind === "imported") return importOf(meaning.imported, meaning.local);
    const { name, declared } = meaning;
    const isOffered = contract.get(name)?.file === source.path && !taken.has(declared.statement);
    if (!isOffered) return inline(source, name, declared);
    const isTypeOnly = isType(declared.statement);
    imports.add({ module: moduleOf(source.path), name, local: name, isType: isTypeOnly });
  };
  const follow = (source: Source, node: ts.Node): void => {
    for (const meaning of source.meaningsIn(node)) take(source, meaning);
  };

  for (const { source, node } of roots) follow(source, node);
  const others = roots.flatMap(({ node, text }) => (ts.isStatement(node) ? [] : [text]));
  return { statements: [...others, ...inOrder(taken)], imports: imports.texts() };
}

const unavailable = (
  what: string,
  { name, from }: { readonly name: string; readonly from: string },
): CannotCut =>
  new CannotCut(
    `${what} needs ${name} of ${from}, which an ejected file cannot have: export it from src/templates.ts, or load what it returns into the view`,
  );

/** The statements of each file as they stand there, that of the first root before all others. */
function inOrder(taken: ReadonlyMap<ts.Statement, string>): readonly string[] {
  const files = [...new Set([...taken.keys()].map((statement) => statement.getSourceFile()))];
  return files.flatMap((file) =>
    file.statements.flatMap((statement) => {
      const text = taken.get(statement);
      return text === undefined ? [] : [text];
    }),
  );
}

const moduleOf = (file: string | null): string => (file?.startsWith("parts/") ? PARTS : TEMPLATES);

const isType = (statement: ts.Statement): boolean =>
  ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);

/** A statement with the comments before it, exported by nothing. */
export const plainText = (statement: ts.Statement): string =>
  `${commentsOf(statement)}${statement.getText().replace(/^export /, "")}`;

/** The comments before a statement. */
export const commentsOf = (statement: ts.Statement): string =>
  statement
    .getFullText()
    .slice(0, statement.getStart() - statement.getFullStart())
    .trimStart();

interface Needed {
  readonly module: string;
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
}

/** The names that a file imports. */
export class Imports {
  readonly #modules = new Map<string, Map<string, Needed>>();

  add(needed: Needed): void {
    const names = this.#modules.get(needed.module) ?? new Map<string, Needed>();
    const known = names.get(needed.local);
    names.set(needed.local, { ...needed, isType: needed.isType && (known?.isType ?? true) });
    this.#modules.set(needed.module, names);
  }

  texts(): readonly string[] {
    return [...this.#modules]
      .sort(([one], [other]) => rankOf(one).localeCompare(rankOf(other)))
      .map(([module, names]) => importText(module, [...names.values()]));
  }
}

/** Packages first. */
const rankOf = (module: string): string => (module.startsWith(".") ? `~${module}` : module);

function importText(module: string, names: readonly Needed[]): string {
  const areTypes = names.every(({ isType: each }) => each);
  const list = [...names]
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ name, local, isType: each }) => {
      const written = name === local ? name : `${name} as ${local}`;
      return each && !areTypes ? `type ${written}` : written;
    });
  return `import ${areTypes ? "type " : ""}{ ${list.join(", ")} } from "${module}";`;
}
