import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./command.mjs";

const REPORTS = join(ROOT, "docs/api");
const DRAFTS = join(ROOT, "node_modules/.cache/acme/api");

/**
 * Writes or compares what a package exports: a report for each of its entry points, `docs/api/kysely-postgres.api.md`. Reads the declarations in `dist`.
 * @param {string} folder Of the package. @param {{ write: boolean }} options Whether a report that has changed is written.
 * @returns {Promise<string | null>} What is wrong, ready to be read: reports that have changed and were not written, and types that exported
 * declarations name and no entry point of the package exports. Null when nothing is.
 */
export async function reportApi(folder, { write }) {
  const { name, publishConfig } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  mkdirSync(REPORTS, { recursive: true });
  const changed = [];
  /** @type {string[]} */
  const unnameable = [];
  const exported = new Set();
  for (const [path, { types }] of Object.entries(publishConfig.exports)) {
    if (!types) continue;
    const report = `${name.replace("@acme/auth-", "")}${path.slice(1).replaceAll("/", "-")}.api.md`;
    const found = extractApi({ folder, types, report, write });
    if (found.changed) changed.push(`docs/api/${report}`);
    unnameable.push(...found.unnameable);
    for (const each of found.exported) exported.add(each);
  }
  const hidden = unnameable.filter((each) => !exported.has(each));
  const problems = [
    ...(changed.length > 0 && !write
      ? ["The public interface has changed. If that is meant: npm run generate api", ...changed]
      : []),
    ...(hidden.length > 0
      ? [
          `An application cannot name these types. Export them, or do without them: ${name}`,
          ...hidden,
        ]
      : []),
  ];
  return problems.length === 0 ? null : problems.join("\n");
}

/**
 * Writes or compares the report of one entry point.
 * @param {{ folder: string, types: string, report: string, write: boolean }} entry
 * @returns {{ changed: boolean, unnameable: readonly string[], exported: readonly string[] }} Whether the report has changed, the names that exported
 * declarations use and the entry point does not export, and those that it exports.
 */
function extractApi({ folder, types, report, write }) {
  // Loaded when it is needed: half a second that other tasks do not wait for.
  const { Extractor, ExtractorConfig } = createRequire(import.meta.url)("@microsoft/api-extractor");
  const silent = { logLevel: "none" };
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
        compilerMessageReporting: { default: silent },
        extractorMessageReporting: { default: silent },
        tsdocMessageReporting: { default: silent },
      },
    },
  });
  /** @type {string[]} */
  const unnameable = [];
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: write,
    /** @param {{ messageId: string, text: string, handled: boolean }} message */
    messageCallback: (message) => {
      if (message.messageId === "ae-forgotten-export") unnameable.push(quotedIn(message.text));
      message.handled = true;
    },
  });
  const text = readFileSync(join(DRAFTS, report), "utf8");
  return { changed: apiReportChanged, unnameable, exported: exportedIn(text) };
}

/** The name in a message: `The symbol "Entry" needs to be exported by the entry point index.d.ts`. @param {string} message */
const quotedIn = (message) => /"([^"]+)"/.exec(message)?.[1] ?? message;

/** The names that a report has declarations of. @param {string} report */
const exportedIn = (report) =>
  [...report.matchAll(/^export (?:abstract )?(?:class|const|function|interface|type) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );
