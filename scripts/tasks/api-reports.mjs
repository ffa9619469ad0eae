import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./command.mjs";

const REPORTS = join(ROOT, "docs/api");
const DRAFTS = join(ROOT, "node_modules/.cache/acme/api");

/**
 * Writes or compares what a package exports: a report for each of its entry points,
 * `docs/api/kysely-postgres.api.md`. Reads the declarations in `dist`.
 * @param {string} folder Of the package. @param {{ write: boolean }} options Whether a report that
 * has changed is written.
 * @returns {Promise<string | null>} What is wrong, ready to be read: reports that have changed and
 * were not written, and types that exported declarations name and that no entry point of the
 * package exports, or only the internal one. Null when nothing is.
 */
export async function reportApi(folder, { write }) {
  const { name, publishConfig } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  mkdirSync(REPORTS, { recursive: true });
  /** @type {string[]} */
  const changed = [];
  const unnameable = /** @type {Set<string>} */ (new Set());
  const exported = /** @type {Set<string>} */ (new Set());
  for (const [path, { types }] of Object.entries(publishConfig.exports)) {
    if (!types) continue;
    const report = `${name.replace("@acme/auth-", "")}${path.slice(1).replaceAll("/", "-")}.api.md`;
    if (extractApi({ folder, types, report, write }, unnameable))
      changed.push(`docs/api/${report}`);
    if (path === INTERNAL) continue;
    const text = readFileSync(join(DRAFTS, report), "utf8");
    for (const [, each = ""] of text.matchAll(EXPORTED)) exported.add(each);
  }
  const hidden = [...unnameable].filter((each) => !exported.has(each));
  const problems = [
    ...(write || changed.length === 0
      ? []
      : ["The public interface has changed. If that is meant: npm run generate api", ...changed]),
    ...hidden.map((each) => `An application cannot name ${each}: export it, or do without it.`),
  ];
  return problems.length === 0 ? null : problems.join("\n");
}

/** The entry point of core that applications do not import: what it has, they cannot name. */
const INTERNAL = "./surface";
/** The names that a report has declarations of. */
const EXPORTED = /^export (?:abstract )?(?:class|const|function|interface|type) (\w+)/gm;

/**
 * Writes or compares the report of one entry point. Returns whether it has changed, and adds the
 * names that exported declarations use and it does not export.
 * @param {{ folder: string, types: string, report: string, write: boolean }} entry @param
 * {Set<string>} unnameable @returns {boolean}
 */
function extractApi({ folder, types, report, write }, unnameable) {
  // Loaded when it is needed: half a second that other tasks do not wait for.
  const { Extractor, ExtractorConfig } = createRequire(import.meta.url)("@microsoft/api-extractor");
  const silent = { default: { logLevel: "none" } };
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, types),
      compiler: { tsconfigFilePath: join(folder, "declarations.json") },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: REPORTS,
        reportTempFolder: DRAFTS,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
  });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: write,
    /** @param {{ messageId: string, text: string, handled: boolean }} message */
    messageCallback: (message) => {
      // The symbol "Entry" needs to be exported by the entry point index.d.ts
      if (message.messageId === "ae-forgotten-export")
        unnameable.add(/"([^"]+)"/.exec(message.text)?.[1] ?? message.text);
      message.handled = true;
    },
  });
  return apiReportChanged;
}
