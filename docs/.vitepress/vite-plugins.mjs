import { relative } from "node:path";
import { isPage } from "../../scripts/site/addresses.mjs";
import { siteText } from "../../scripts/site/document.mjs";
import { colors } from "./colors.mjs";
import { withoutHead } from "./landing.mjs";

const DOCS = new URL("..", import.meta.url).pathname;
/** What the HTML of a page has already, so that a first visit need not load it twice. */
const STATIC = /['"`]__VP_STATIC_START__[^]*?__VP_STATIC_END__['"`]/g;

/** Documents are written for GitHub; this makes pages of the site of them. */
const documents = {
  name: "documents",
  enforce: /** @type {const} */ ("pre"),
  transform: (/** @type {string} */ text, /** @type {string} */ id) => {
    const path = relative(DOCS, id);
    if (!isPage(path)) return undefined;
    return siteText({ path, text: path === "README.md" ? withoutHead(text) : text });
  },
};

const COLORS = "virtual:colors.css";
const NOTHING = "\0nothing";

/** Modules that are no files: the colors, and the search by a service, which is not installed. */
const modules = {
  name: "modules",
  enforce: /** @type {const} */ ("pre"),
  resolveId: (/** @type {string} */ id) =>
    id === COLORS ? `\0${COLORS}` : id.startsWith("@docsearch/") ? NOTHING : undefined,
  load: (/** @type {string} */ id) =>
    id === `\0${COLORS}` ? colors() : id === NOTHING ? "" : undefined,
};

/**
 * VitePress adds the small version of each page to what Rollup wrote, which Vite 8 does not take:
 * there, files are emitted.
 */
const smallVersions = {
  name: "small-versions",
  applyToEnvironment: (/** @type {{ name: string }} */ { name }) => name === "client",
  generateBundle: {
    order: /** @type {const} */ ("pre"),
    /**
     * @this {{ emitFile: (file: { type: "asset", fileName: string, source: string }) => void }}
     * @param {unknown} _ @param {Readonly<Record<string, any>>} bundle
     */
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk" && chunk.facadeModuleId?.endsWith(".md"))
          this.emitFile({
            type: "asset",
            fileName: chunk.fileName.replace(/\.js$/, ".lean.js"),
            source: chunk.code.replace(STATIC, '""'),
          });
    },
  },
};

export const PLUGINS = [documents, modules, smallVersions];

/** What VitePress assigns in vain, the plugin above emits: a hundred warnings would hide others. */
const IN_VAIN = "assigns to bundle variable";

export const ROLLDOWN = {
  checks: { pluginTimings: false },
  /**
   * @param {"warn" | "info" | "debug"} level @param {{ message: string }} log
   * @param {(level: "warn" | "info" | "debug", log: any) => void} handle
   */
  onLog: (level, log, handle) => {
    if (!log.message.includes(IN_VAIN)) handle(level, log);
  },
};
