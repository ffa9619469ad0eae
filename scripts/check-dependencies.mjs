import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./tasks/command.mjs";

/**
 * All of them permit use, change and distribution without a fee, and none asks for the sources of
 * an application.
 */
const LICENCES = `0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT MIT-0 Python-2.0 Unlicense`;

/**
 * Each lets names pass, for the reason above it. An entry that nothing needs any more fails too.
 */
const ACCEPTED = {
  licences: [
    // MPL-2.0 binds changes of their own files only; they run in tests and are not changed.
    "axe-core lightningcss lightningcss-linux-x64-gnu",
    // MIT, in its file LICENSE.
    "spawndamnit",
    // BSD-3-Clause, in its file LICENSE; below VitePress.
    "speakingurl",
    // CC0-1.0: in the public domain. The mark of GitHub on the documentation site.
    "@iconify-json/simple-icons",
  ],
  deprecated: [],
  doubled: [
    // Two releases of the better-auth client are tested against the surface.
    `@better-auth/core @better-auth/drizzle-adapter @better-auth/kysely-adapter
     @better-auth/memory-adapter @better-auth/mongo-adapter @better-auth/prisma-adapter
     @better-auth/telemetry @better-auth/utils @better-fetch/fetch @peculiar/x509
     @simplewebauthn/browser @simplewebauthn/server better-auth better-call`,
    // Both ends of the range that @acme/auth-kysely allows are tested.
    "kysely",
    // tsyringe, below @simplewebauthn/server, asks for tslib 1.
    "tslib",
    // oidc-provider, an identity provider of the tests, stands on Koa, and Koa on older parts than
    // Express.
    `accepts content-disposition content-type depd fresh http-errors mime-db mime-types negotiator
     statuses`,
    // Koa, and the upload parser that comes with Nest, which the guide shows.
    "media-typer type-is",
    // Fastify, which the guide shows, has parts that Express has in another version.
    "cookie fast-uri ipaddr.js",
    // VitePress and TypeDoc each color code, with another version of Shiki.
    "@shikijs/engine-oniguruma @shikijs/langs @shikijs/themes @shikijs/types",
    // A tool of the checks brings it and no package of ours does.
    `@changesets/types @types/node acorn ajv ansi-regex argparse chalk commander entities
     eslint-visitor-keys estree-walker find-up fs-extra glob-parent hookified ignore ini js-yaml json-schema-traverse jsonfile
     kleur locate-path minimatch p-limit p-locate package-manager-detector parse5 picomatch prettier
     semver source-map supports-color tinyexec typescript universalify`,
  ],
};

/** A package in the list of packages of the lockfile, with what is said of it. */
const LISTED = /^ {2}'?(?<name>@?[^@'\s]+)@(?<version>[^':(]+)'?:\n(?<said>(?: {4}.*\n)*)/gm;

/** @typedef {Map<string, string>} Found What is wrong, by package. */

/**
 * Licences, deprecated packages and packages in two versions, of everything that the lockfile
 * names.
 * @returns {Promise<string | null>}
 */
export async function checkDependencies() {
  const { code, stdout, output } = await run("pnpm", ["licenses", "list", "--json"], {
    quiet: true,
  });
  if (code !== 0) return output;
  const faults = [
    ...faultsOf(refusedIn(JSON.parse(stdout)), ACCEPTED.licences),
    ...faultsOfLockfile(readFileSync(join(ROOT, "pnpm-lock.yaml"), "utf8")),
  ];
  return faults.length === 0 ? null : faults.join("\n");
}

/** @param {Readonly<Record<string, readonly { name: string }[]>>} byLicence @returns {Found} */
function refusedIn(byLicence) {
  // A choice, such as `(MIT OR WTFPL)`, is allowed when one of its licences is.
  const isAllowed = (/** @type {string} */ choice) => LICENCES.split(" ").includes(choice);
  const refused = Object.entries(byLicence).filter(
    ([licence]) =>
      !licence
        .replace(/^\(|\)$/g, "")
        .split(" OR ")
        .some(isAllowed),
  );
  return new Map(
    refused.flatMap(([licence, packages]) =>
      packages.map(({ name }) => [name, `has the licence ${licence}`]),
    ),
  );
}

/** @param {string} lockfile */
function faultsOfLockfile(lockfile) {
  const deprecated = /** @type {Found} */ (new Map());
  const doubled = /** @type {Found} */ (new Map());
  const versions = /** @type {Found} */ (new Map());
  const list = lockfile.slice(lockfile.indexOf("\npackages:"), lockfile.indexOf("\nsnapshots:"));
  for (const { groups: { name = "", version = "", said = "" } = {} } of list.matchAll(LISTED)) {
    const other = versions.get(name);
    if (other) doubled.set(name, `is there in ${other} and ${version}`);
    versions.set(name, version);
    const warning = /^ {4}deprecated: (.*)$/m.exec(said)?.[1];
    if (warning) deprecated.set(name, `is deprecated: ${warning}`);
  }
  return [...faultsOf(deprecated, ACCEPTED.deprecated), ...faultsOf(doubled, ACCEPTED.doubled)];
}

/** @param {Found} found @param {readonly string[]} accepted */
function faultsOf(found, accepted) {
  const names = accepted.join(" ").split(/\s+/).filter(Boolean);
  return [
    ...[...found].flatMap(([name, what]) => (names.includes(name) ? [] : [`${name} ${what}`])),
    ...names
      .filter((name) => !found.has(name))
      .map((name) => `${name} is accepted in scripts/check-dependencies.mjs, and need not be`),
  ];
}
