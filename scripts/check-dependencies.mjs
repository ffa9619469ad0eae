import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./tasks/command.mjs";

/** All of them permit use, change and distribution without a fee, and none asks for the sources of an application. */
const LICENCES = `0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT MIT-0 Python-2.0 Unlicense`;

/** Each lets names pass, for the reason above it. An entry that nothing needs any more fails too. */
const ACCEPTED = {
  licences: [
    // MPL-2.0 binds changes of their own files only; they run in tests and are not changed.
    "axe-core lightningcss lightningcss-linux-x64-gnu",
    // MIT, in its file LICENSE.
    "spawndamnit",
  ],
  deprecated: [],
  doubled: [
    // Two releases of the better-auth client are tested against the surface.
    `@better-auth/core @better-auth/drizzle-adapter @better-auth/kysely-adapter
     @better-auth/memory-adapter @better-auth/mongo-adapter @better-auth/prisma-adapter
     @better-auth/telemetry @better-auth/utils @better-fetch/fetch @peculiar/x509
     @simplewebauthn/browser @simplewebauthn/server better-auth better-call`,
    // tsyringe, below @simplewebauthn/server, asks for tslib 1.
    "tslib",
    // oidc-provider, an identity provider of the tests, stands on Koa, and Koa on older parts than Express.
    `accepts content-disposition content-type depd fresh http-errors mime-db mime-types negotiator
     statuses`,
    // Koa, and the upload parser that comes with Nest, which the guide shows.
    "media-typer type-is",
    // Fastify, which the guide shows, has parts that Express has in another version.
    "cookie fast-uri ipaddr.js",
    // A tool of the checks brings it and no package of ours does.
    `@changesets/types @types/node acorn ajv ansi-regex argparse chalk commander eslint-visitor-keys
     find-up fs-extra glob-parent hookified ignore ini js-yaml json-schema-traverse jsonfile
     locate-path minimatch p-limit p-locate package-manager-detector parse5 picomatch prettier
     semver source-map supports-color tinyexec typescript universalify`,
  ],
};

/** A package in the list of packages of the lockfile, with what is said of it. */
const LISTED = /^ {2}'?(?<name>@?[^@'\s]+)@(?<version>[^':(]+)'?:\n(?<said>(?: {4}.*\n)*)/gm;

/** Licences, deprecated packages and packages in two versions, of everything that the lockfile names. @returns {Promise<string | null>} */
export async function checkDependencies() {
  const licences = await run("pnpm", ["licenses", "list", "--json"], { quiet: true });
  if (licences.code !== 0) return licences.output;
  const found = {
    licences: /** @type {Map<string, string>} */ (new Map()),
    deprecated: /** @type {Map<string, string>} */ (new Map()),
    doubled: /** @type {Map<string, string>} */ (new Map()),
  };
  /** @type {Readonly<Record<string, readonly { name: string }[]>>} */
  const byLicence = JSON.parse(licences.stdout);
  for (const [licence, packages] of Object.entries(byLicence)) {
    // A choice, such as `(MIT OR WTFPL)`, is allowed when one of its licences is.
    const choices = licence.replace(/^\(|\)$/g, "").split(" OR ");
    if (choices.some((choice) => LICENCES.split(" ").includes(choice))) continue;
    for (const { name } of packages) found.licences.set(name, `has the licence ${licence}`);
  }
  const versions = /** @type {Map<string, string>} */ (new Map());
  const lockfile = readFileSync(join(ROOT, "pnpm-lock.yaml"), "utf8");
  const list = lockfile.slice(lockfile.indexOf("\npackages:"), lockfile.indexOf("\nsnapshots:"));
  for (const { groups: { name = "", version = "", said = "" } = {} } of list.matchAll(LISTED)) {
    const other = versions.get(name);
    if (other) found.doubled.set(name, `is there in ${other} and ${version}`);
    versions.set(name, version);
    const warning = /^ {4}deprecated: (.*)$/m.exec(said)?.[1];
    if (warning) found.deprecated.set(name, `is deprecated: ${warning}`);
  }
  const faults = /** @type {(keyof typeof found)[]} */ (Object.keys(found)).flatMap((kind) => {
    const accepted = ACCEPTED[kind].join(" ").split(/\s+/).filter(Boolean);
    return [
      ...[...found[kind]].flatMap(([name, what]) =>
        accepted.includes(name) ? [] : [`${name} ${what}`],
      ),
      ...accepted
        .filter((name) => !found[kind].has(name))
        .map((name) => `${name} is accepted (${kind}) and need not be`),
    ];
  });
  return faults.length === 0 ? null : faults.join("\n");
}
