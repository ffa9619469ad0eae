import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Application, Converter, PageEvent } from "typedoc";
import options, { ENTRIES } from "../../typedoc.config.mjs";
import { Failure, ROOT } from "../tasks/command.mjs";
import { pagesOf } from "./library-pages.mjs";
import { namespacesOf } from "./library-places.mjs";

/** @typedef {import("typedoc").ProjectReflection} Project */
/** @typedef {import("./library-pages.mjs").Module} Module */

/** Made by the build, and not committed: what it says stands in the sources. */
export const LIBRARY = join(ROOT, "docs/library");
/** The list of its pages, for the sidebar. */
export const LIBRARY_LIST = join(LIBRARY, "pages.json");

const LAYOUT = {
  outputFileStrategy: "modules",
  hideBreadcrumbs: true,
  hideGroupHeadings: true,
  hidePageHeader: true,
  hidePageTitle: true,
  useCustomAnchors: true,
  useHTMLEncodedBrackets: true,
  classPropertiesFormat: "table",
  enumMembersFormat: "table",
  interfacePropertiesFormat: "table",
  parametersFormat: "table",
  propertyMembersFormat: "table",
  typeDeclarationFormat: "table",
  tableColumnSettings: { hideModifiers: true, hideInherited: true, leftAlignHeaders: true },
};

/**
 * Writes the reference of the library, made of the comments in the sources: a page for each
 * namespace of `auth`, and one or more for each entry point.
 * @throws {Failure} where a public name is not documented
 */
export async function writeLibrary() {
  const out = mkdtempSync(join(tmpdir(), "library-"));
  try {
    const settings = { ...options, ...LAYOUT, emit: "docs" };
    const outputs = [{ name: "markdown", path: out }];
    const app = await Application.bootstrapWithPlugins(
      /** @type {object} */ ({ ...settings, outputs }),
    );
    const files = takeSources(app);
    const texts = /** @type {Map<string, { url: string, text: string }>} */ (new Map());
    app.renderer.on(PageEvent.END, ({ model, url, contents = "" }) => {
      texts.set(model.name, { url, text: contents });
    });
    const project = await app.convert();
    if (!project) throw new Failure("TypeDoc cannot read the sources.");
    app.validate(project);
    if (app.logger.hasWarnings()) throw new Failure("TypeDoc has warnings: they stand above.");
    await app.generateOutputs(project);
    const modules = Array.from(ENTRIES, ([entry, source]) => moduleOf({ entry, source }, texts));
    save(pagesOf(modules, { files, namespaces: namespacesOf(project, files) }));
  } finally {
    rmSync(out, { recursive: true });
  }
}

/**
 * The file of each name by its module, such as `core/src.Users`. It leads to no place on a page.
 * @param {Application} app
 */
function takeSources(app) {
  const files = /** @type {Map<string, string>} */ (new Map());
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const each of Object.values(project.reflections)) {
      if (!each.isDeclaration() && !each.isSignature()) continue;
      const file = each.sources?.[0]?.fullFileName;
      if (file && each.parent) files.set(`${each.parent.name}.${each.name}`, file);
      delete each.sources;
    }
  });
  return files;
}

/**
 * @param {{ entry: string, source: string }} from
 * @param {ReadonlyMap<string, { url: string, text: string }>} texts @returns {Module}
 */
function moduleOf({ entry, source }, texts) {
  const name = source.replace(/^packages\/|(\/index)?\.ts$/g, "");
  const page = texts.get(name);
  if (!page) throw new Failure(`TypeDoc has no page of ${entry}.`);
  return { entry, name, ...page };
}

/** @param {ReturnType<typeof pagesOf>} pages */
function save(pages) {
  rmSync(LIBRARY, { recursive: true, force: true });
  for (const { path, text } of pages) {
    const file = join(LIBRARY, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const list = pages.map(({ path, title, group }) => ({ path, title, group }));
  writeFileSync(LIBRARY_LIST, JSON.stringify(list));
}
