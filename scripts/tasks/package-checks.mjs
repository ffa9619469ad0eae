import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportApi } from "./api-reports.mjs";
import { program, ROOT } from "./command.mjs";
import { checkFreshApp } from "./fresh-app.mjs";
import { checkPacked } from "./packed-package.mjs";
import { publishedPackages } from "./published-packages.mjs";

/** @typedef {import("./check.mjs").Check} Check */

const bin = (/** @type {string} */ name) => join(ROOT, "node_modules/.bin", name);

/**
 * What adopters get: each package built, packed, examined, and all of them installed in an
 * application of their own.
 * @returns {readonly (readonly Check[])[]} Stages; each needs what the one before has made.
 */
export function packageChecks() {
  const shelf = mkdtempSync(join(tmpdir(), "auth-packages-"));
  process.once("exit", () => rmSync(shelf, { recursive: true, force: true }));
  const packages = publishedPackages(shelf);
  const levels = [...new Set(packages.map(({ level }) => level))].sort((one, other) => one - other);
  const making = [
    ...levels.map((at) =>
      packages
        .filter(({ level }) => level === at)
        .map(({ name, folder: cwd }) =>
          program(`build: ${name}`, ["pnpm", "run", "build"], { cwd }),
        ),
    ),
    packages.map(({ name, folder: cwd }) =>
      program(`pack: ${name}`, ["pnpm", "pack", "--pack-destination", shelf], { cwd }),
    ),
  ];
  const looking = packages.flatMap(({ name, folder, tarball, entries }) => [
    program(`publint: ${name}`, [bin("publint"), "run", tarball, "--strict"]),
    { name: `packed: ${name}`, run: () => checkPacked(tarball) },
    ...(entries.length === 0
      ? []
      : [
          { name: `api report: ${name}`, run: () => reportApi(folder, { write: false }) },
          program(`declarations: ${name}`, [bin("attw"), tarball, "--profile", "esm-only"]),
        ]),
  ]);
  const openapi = join(ROOT, "packages/http/dist/openapi.json");
  const trying = [
    // The recommended rules, whose warnings are errors. It reports on its use unless it is told not
    // to.
    program("openapi lint", [bin("redocly"), "lint", openapi, "--extends=recommended-strict"], {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    }),
    { name: "packages in a fresh application", run: () => checkFreshApp(packages) },
  ];
  const running = {
    name: "commands of the documents",
    run: async () => (await import("../guide/check-documents.mjs")).checkDocuments(),
  };
  return [
    ...making.map((stage) =>
      stage.map((each) => ({ ...each, packed: /** @type {const} */ ("makes") })),
    ),
    ...[looking, trying].map((stage) =>
      stage.map((each) => ({ ...each, packed: /** @type {const} */ ("needs") })),
    ),
    // Builds what it needs, and goes last because the server has been built.
    [running],
  ];
}
