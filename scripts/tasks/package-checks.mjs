import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportApi } from "./api-reports.mjs";
import { ROOT } from "./command.mjs";
import { checkFreshApp } from "./fresh-app.mjs";
import { manifestFaultsIn } from "./packed-manifest.mjs";
import { faultsOfPacked, sourceFaultsIn } from "./packed-sources.mjs";
import { lintOpenapi } from "./openapi-lint.mjs";
import { program } from "./static-checks.mjs";

/** @typedef {import("./check.mjs").Check} Check */
/**
 * @typedef {object} Published
 * @property {string} name
 * @property {string} folder
 * @property {string} tarball
 * @property {readonly string[]} entries What can be imported.
 * @property {number} level Packages of a lower level are built before it, for its declarations name theirs.
 * @property {Readonly<Record<string, string>>} peers What a TypeScript application brings, at the versions we test with.
 */

/**
 * What adopters get: each package built, packed, examined, and all of them installed in an application of their own.
 * @returns {readonly (readonly Check[])[]} Stages; each needs what the one before has made.
 */
export function packageChecks() {
  const shelf = mkdtempSync(join(tmpdir(), "auth-packages-"));
  process.once("exit", () => rmSync(shelf, { recursive: true, force: true }));
  const packages = publishedPackages(shelf);
  const making = [
    ...levelsOf(packages).map((level) =>
      level.map(({ name, folder }) =>
        program(`build: ${name}`, ["pnpm", "run", "build"], { cwd: folder }),
      ),
    ),
    packages.map(({ name, folder }) =>
      program(`pack: ${name}`, ["pnpm", "pack", "--pack-destination", shelf], { cwd: folder }),
    ),
  ];
  const looking = [
    packages.flatMap(({ name, folder, tarball, entries }) => [
      program(`publint: ${name}`, [
        join(ROOT, "node_modules/.bin/publint"),
        "run",
        tarball,
        "--strict",
      ]),
      { name: `manifest: ${name}`, run: () => faultsOfPacked(tarball, manifestFaultsIn) },
      ...(entries.length > 0
        ? [
            { name: `sources: ${name}`, run: () => faultsOfPacked(tarball, sourceFaultsIn) },
            { name: `api report: ${name}`, run: () => reportApi(folder, { write: false }) },
            program(`types as published: ${name}`, [
              join(ROOT, "node_modules/.bin/attw"),
              tarball,
              "--profile",
              "esm-only",
            ]),
          ]
        : []),
    ]),
    [
      {
        name: "openapi lint",
        run: () => lintOpenapi(join(ROOT, "packages/http/dist/openapi.json")),
      },
      { name: "packages in a fresh application", run: () => checkFreshApp(packages) },
    ],
  ];
  // Builds what it needs, and goes last because the server has been built.
  const running = { name: "commands of the documents", run: checkCommands };
  return [...marked(making, "makes"), ...marked(looking, "needs"), [running]];
}

/** @param {readonly (readonly Check[])[]} stages @param {"makes" | "needs"} packed @returns {readonly (readonly Check[])[]} */
const marked = (stages, packed) =>
  stages.map((stage) => stage.map((each) => ({ ...each, packed })));

/** Loaded when it runs. @returns {Promise<string | null>} */
const checkCommands = async () => (await import("../guide/check-documents.mjs")).checkDocuments();

/** The folders in `packages` of what is published to be imported. @returns {readonly string[]} */
export const publishedLibraries = () =>
  readdirSync(join(ROOT, "packages")).filter((room) => {
    const path = join(ROOT, "packages", room, "package.json");
    return JSON.parse(readFileSync(path, "utf8")).publishConfig?.exports !== undefined;
  });

/**
 * What is published, with the tarballs that `pnpm pack` puts on a shelf.
 * @param {string} shelf @param {string} [root] Of a checkout. @returns {readonly Published[]}
 */
export function publishedPackages(shelf, root = ROOT) {
  return readdirSync(join(root, "packages")).flatMap((room) => {
    const folder = join(root, "packages", room);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (manifest.private) return [];
    const tarball = join(
      shelf,
      `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`,
    );
    const entries = Object.entries(manifest.publishConfig?.exports ?? {}).flatMap(
      ([entry, { types }]) => (types ? [manifest.name + entry.slice(1)] : []),
    );
    // Types that no package names as a peer must not be needed: applications do not have them.
    const peers = Object.keys(manifest.peerDependencies ?? {});
    const brought = Object.entries(manifest.devDependencies ?? {}).filter(([name]) =>
      peers.includes(name),
    );
    return [
      {
        name: manifest.name,
        folder,
        tarball,
        entries,
        level: levelOf(room),
        peers: Object.fromEntries(brought),
      },
    ];
  });
}

/** @param {readonly Published[]} packages @returns {readonly (readonly Published[])[]} In the order in which they are built. */
const levelsOf = (packages) =>
  [...new Set(packages.map(({ level }) => level))]
    .sort((one, other) => one - other)
    .map((level) => packages.filter((each) => each.level === level));

/** How many packages stand below this one. @param {string} room @returns {number} */
function levelOf(room) {
  const manifest = JSON.parse(readFileSync(join(ROOT, "packages", room, "package.json"), "utf8"));
  const below = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, range]) => range === "workspace:*",
  );
  return Math.max(0, ...below.map(([name]) => 1 + levelOf(name.replace("@acme/auth-", ""))));
}
