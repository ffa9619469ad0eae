import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Application, DeclarationReflection, PageEvent } from "typedoc";
import options, { ENTRIES } from "../typedoc.config.mjs";

/** A link to a name of another entry point, which stands on this page too. */
const ELSEWHERE = /\]\([^()\s#]+\.md(?=#)/g;
const LAYOUT = {
  outputFileStrategy: "modules",
  disableSources: true,
  hideBreadcrumbs: true,
  hideGroupHeadings: true,
  hidePageHeader: true,
  hidePageTitle: true,
  classPropertiesFormat: "table",
  enumMembersFormat: "table",
  interfacePropertiesFormat: "table",
  parametersFormat: "table",
  propertyMembersFormat: "table",
  typeDeclarationFormat: "table",
};

/**
 * `docs/library.md`: what TypeDoc makes of the comments, one entry point after the other.
 * @param {string} note
 */
export async function libraryDocument(note) {
  const out = mkdtempSync(join(tmpdir(), "library-"));
  try {
    const app = await Application.bootstrapWithPlugins(
      /** @type {object} */ ({
        ...options,
        ...LAYOUT,
        emit: "docs",
        outputs: [{ name: "markdown", path: out }],
      }),
    );
    const pages = /** @type {Map<string, { text: string, names: number }>} */ (new Map());
    app.renderer.on(PageEvent.END, ({ model, contents = "" }) => {
      const names = model instanceof DeclarationReflection ? (model.children ?? []).length : 0;
      pages.set(model.name, { text: contents, names });
    });
    const project = await app.convert();
    if (!project) throw new Error("TypeDoc cannot read the sources.");
    await app.generateOutputs(project);
    const parts = Array.from(ENTRIES, ([entry, source]) => {
      const module = source.replace(/^packages\/|(\/index)?\.ts$/g, "");
      const { text, names } = /** @type {{ text: string, names: number }} */ (pages.get(module));
      return { entry, names, text: `# \`${entry}\`\n\n${text}` };
    });
    const head = `# Library\n\n${note} It is made of the comments in the sources.`;
    const contents = [
      "| entry point | names |\n| --- | --- |",
      ...parts.map(({ entry, names }) => `| [\`${entry}\`](#${anchorOf(entry)}) | ${names} |`),
    ].join("\n");
    return [head, contents, ...parts.map(({ text }) => text)]
      .join("\n\n")
      .replaceAll(ELSEWHERE, "](");
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** How GitHub makes an anchor of a heading. @param {string} entry */
const anchorOf = (entry) => entry.replaceAll(/[^\w-]/g, "");
