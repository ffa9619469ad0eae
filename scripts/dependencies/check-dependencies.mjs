import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../tasks/command.mjs";
import { DEPRECATED, DUPLICATES, LICENCES, OTHER_LICENCES } from "./accepted.mjs";

/** @typedef {import("./accepted.mjs").Accepted} Accepted */
/** @typedef {Readonly<Record<string, readonly { name: string }[]>>} ByLicence As `pnpm licenses list --json` prints them. */

/** A package in the list of packages of the lockfile, with what is said of it. */
const LISTED = /^ {2}'?(?<name>@?[^@'\s]+)@(?<version>[^':(]+)'?:\n(?<said>(?: {4}.*\n)*)/gm;

/** Licences, deprecated packages and packages in two versions, of everything that the lockfile names. @returns {Promise<string | null>} */
export async function checkDependencies() {
  const lockfile = readFileSync(join(ROOT, "pnpm-lock.yaml"), "utf8");
  const { code, stdout, output } = await run("pnpm", ["licenses", "list", "--json"], {
    quiet: true,
  });
  if (code !== 0) return output;
  const faults = [
    ...faultsOfLicences(JSON.parse(stdout), OTHER_LICENCES),
    ...faultsOfLockfile(lockfile, { deprecated: DEPRECATED, duplicates: DUPLICATES }),
  ];
  return faults.length === 0 ? null : faults.join("\n");
}

/** @param {ByLicence} byLicence @param {readonly Accepted[]} accepted @returns {readonly string[]} */
export function faultsOfLicences(byLicence, accepted) {
  const others = Object.entries(byLicence).filter(([licence]) => !isAllowed(licence));
  const found = others.flatMap(([licence, packages]) =>
    packages.map(({ name }) => /** @type {const} */ ([name, licence])),
  );
  return faultsOf(
    new Map(found),
    accepted,
    (name, licence) => `${name} has the licence ${licence}`,
  );
}

/** A choice, such as `(MIT OR WTFPL)`, is allowed when one of its licences is. @param {string} licence */
const isAllowed = (licence) =>
  licence
    .replace(/^\(|\)$/g, "")
    .split(" OR ")
    .some((choice) => LICENCES.includes(choice));

/** @param {string} lockfile @param {{ deprecated: readonly Accepted[], duplicates: readonly Accepted[] }} accepted @returns {readonly string[]} */
export function faultsOfLockfile(lockfile, { deprecated, duplicates }) {
  const list = lockfile.slice(lockfile.indexOf("\npackages:"), lockfile.indexOf("\nsnapshots:"));
  const warnings = /** @type {Map<string, string>} */ (new Map());
  const versions = /** @type {Map<string, string>} */ (new Map());
  for (const { groups } of list.matchAll(LISTED)) {
    const { name = "", version = "", said = "" } = groups ?? {};
    const before = versions.get(name);
    versions.set(name, before === undefined ? version : `${before} and ${version}`);
    const warning = /^ {4}deprecated: (.*)$/m.exec(said)?.[1];
    if (warning) warnings.set(name, warning);
  }
  const doubled = new Map([...versions].filter(([, version]) => version.includes(" and ")));
  return [
    ...faultsOf(warnings, deprecated, (name, warning) => `${name} is deprecated: ${warning}`),
    ...faultsOf(doubled, duplicates, (name, both) => `${name} is there in ${both}`),
  ];
}

/**
 * @param {ReadonlyMap<string, string>} found What is wrong, by package. @param {readonly Accepted[]} accepted
 * @param {(name: string, what: string) => string} sentence @returns {readonly string[]}
 */
function faultsOf(found, accepted, sentence) {
  const names = accepted.flatMap(({ packages }) => packages);
  return [
    ...[...found]
      .filter(([name]) => !names.includes(name))
      .map(([name, what]) => sentence(name, what)),
    ...names
      .filter((name) => !found.has(name))
      .map((name) => `${name} is accepted in scripts/dependencies/accepted.mjs, and need not be`),
  ];
}
