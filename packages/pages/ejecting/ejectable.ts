import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { format, resolveConfig } from "prettier";
import ts from "typescript";
import { PAGE_RULES } from "../src/style/pages-stylesheet.js";
import { type Contract, contractOf, type ExportList, exportLists, TEMPLATES } from "./contract.js";
import { commentsOf, cutOut, Imports } from "./cut.js";
import { pageFile, templatesIn } from "./page-file.js";
import { CannotCut, readSources, type Source, sourceAt, type Sources } from "./sources.js";
import { textsFile } from "./texts-file.js";

/** Says at the top of each file what it is. */
const NOTE =
  "Ejected from @acme/auth-pages: yours to change. `eject --diff` shows what changed there since.";

/**
 * Returns every file that `eject` writes, formatted, by its path.
 * @param folder that of the package
 * @throws {CannotCut} when a template needs what an ejected file cannot have; it says what to do
 */
export async function ejectable(folder: string): Promise<Readonly<Record<string, string>>> {
  const src = join(folder, "src");
  const sources = readSources(src);
  const lists = exportLists(sources, src);
  const cutting = { sources, contract: contractOf(lists) };
  const pages = [
    ...templatesIn(sources, "pages/pages.ts", "PAGES"),
    ...templatesIn(sources, "pages/answers.ts", "ANSWERS"),
  ];
  const files = {
    "layout.ts": layoutFile(cutting),
    ...Object.fromEntries(
      pages.map((page) => [`${kebab(page.name)}.ts`, pageFile(page, cutting)] as const),
    ),
    ...partsFiles(cutting, lists),
    "style.css": PAGE_RULES,
    "texts/en.ts": textsFile(cutting),
  };
  const options = await resolveConfig(join(src, "index.ts"));
  const formatted = Object.entries(files).map(async ([path, text]) => {
    const note = path.endsWith(".css") ? `/* ${NOTE} */` : `// ${NOTE}`;
    return [path, await format(`${note}\n${text}`, { ...options, filepath: path })] as const;
  });
  return Object.fromEntries(await Promise.all(formatted));
}

/** Writes every file that `eject` copies into a folder, and nothing else there. */
export async function writeEjectable(folder: string, into: string): Promise<void> {
  rmSync(into, { recursive: true, force: true });
  for (const [path, text] of Object.entries(await ejectable(folder))) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
  }
}

/** `signInCode` stands in `sign-in-code.ts`. */
const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

interface Cutting {
  readonly sources: Sources;
  readonly contract: Contract;
}

/** What stands around the pages: both layouts, and all that they are made of. */
function layoutFile(cutting: Cutting): string {
  const roots = (
    [
      ["layouts/entry-layout.ts", "entryLayout"],
      ["layouts/account-layout.ts", "accountLayout"],
    ] as const
  ).map(([path, name]) => {
    const source = sourceAt(cutting.sources, path);
    const node = source.declarations.get(name)?.statement;
    if (!node) throw new CannotCut(`src/${path} has no ${name}`);
    return { source, node, text: `${commentsOf(node)}${node.getText()}` };
  });
  const { imports, statements } = cutOut(roots, { ...cutting, what: "layout.ts" });
  return [...imports, "", statements.join("\n\n")].join("\n");
}

/** The parts as they are, and an index of those that templates may use. */
function partsFiles(
  { sources, contract }: Cutting,
  lists: readonly ExportList[],
): Readonly<Record<string, string>> {
  const files = [...sources.values()]
    .filter(({ path }) => path.startsWith("parts/"))
    .map((source) => [source.path, partFile(source, contract)] as const);
  const index = lists
    .filter(({ file }) => file?.startsWith("parts/"))
    .map(({ text }) => text.replace(/"\.\/parts\/(.*)\.js"/, '"./$1.ts"'));
  return { ...Object.fromEntries(files), "parts/index.ts": index.join("\n") };
}

/** A part with imports that work outside of the package. */
function partFile({ path, ast, imports }: Source, contract: Contract): string {
  const faulty = [...imports.values()].find(
    ({ file, name }) => file && !file.startsWith("parts/") && contract.get(name)?.file !== file,
  );
  if (faulty)
    throw new CannotCut(
      `src/${path} needs ${faulty.name} of src/${faulty.file ?? ""}: export it from src/templates.ts`,
    );
  const isOwn = (file: string | null): boolean => file?.startsWith("parts/") ?? false;
  const needed = new Imports();
  for (const [local, { module, file, name, isType }] of imports)
    needed.add({
      module: isOwn(file) ? module.replace(/\.js$/, ".ts") : file === null ? module : TEMPLATES,
      name,
      local,
      isType,
    });
  const others = ast.statements.filter((each) => !ts.isImportDeclaration(each));
  return [
    needed.texts().join("\n"),
    ...others.map((each) => `${commentsOf(each)}${each.getText()}`),
  ].join("\n\n");
}
