import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./command.mjs";

const REPORTS = join(ROOT, "docs/api");

/**
 * What a package exports, as a report for each of its entry points: `docs/api/kysely-postgres.api.md`. Reads the declarations in `dist`.
 * @param {string} folder Of the package. @param {{ write: boolean }} options Whether a report that has changed is written.
 * @returns {Promise<string | null>} What has changed, ready to be read; null when nothing has, or when it was written.
 */
export async function reportApi(folder, { write }) {
  const packageJsonFullPath = join(folder, "package.json");
  const { name, publishConfig } = JSON.parse(readFileSync(packageJsonFullPath, "utf8"));
  mkdirSync(REPORTS, { recursive: true });
  const changed = [];
  for (const [path, { types }] of Object.entries(publishConfig.exports)) {
    const report = `${name.replace("@acme/auth-", "")}${path.slice(1).replaceAll("/", "-")}.api.md`;
    if (isChanged({ folder, types, report, write })) changed.push(`docs/api/${report}`);
  }
  return changed.length === 0 || write
    ? null
    : `The public interface has changed. If that is meant: npm run generate api\n${changed.join("\n")}`;
}

/** @param {{ folder: string, types: string, report: string, write: boolean }} entry */
function isChanged({ folder, types, report, write }) {
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
        reportTempFolder: join(ROOT, "node_modules/.cache/acme/api"),
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
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: write,
    /** @param {{ handled: boolean }} message */
    messageCallback: (message) => (message.handled = true),
  });
  return apiReportChanged;
}
