import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Application, PageEvent } from "typedoc";
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
    const texts = /** @type {Map<string, string>} */ (new Map());
    app.renderer.on(
      PageEvent.END,
      ({ model, contents = "" }) => void texts.set(model.name, contents),
    );
    const project = await app.convert();
    if (!project) throw new Error("TypeDoc cannot read the sources.");
    await app.generateOutputs(project);
    const parts = Array.from(ENTRIES, ([entry, source]) => {
      const module = source.replace(/^packages\/|(\/index)?\.ts$/g, "");
      return `# \`${entry}\`\n\n${texts.get(module)}`;
    });
    const head = `# Library\n\n${note} It is made of the comments in the sources.`;
    return [head, ...parts].join("\n\n").replaceAll(ELSEWHERE, "](");
  } finally {
    rmSync(out, { recursive: true });
  }
}
