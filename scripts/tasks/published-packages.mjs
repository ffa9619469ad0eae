import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./command.mjs";

/**
 * @typedef {object} Published
 * @property {string} name
 * @property {string} folder
 * @property {string} tarball
 * @property {readonly string[]} entries What can be imported.
 * @property {number} level Packages of a lower level are built before it, for its declarations name
 * theirs.
 * @property {Readonly<Record<string, string>>} peers What a TypeScript application brings, at the
 * versions we test with.
 */

/** The one that makes applications: none depends on it. */
export const CREATOR = "@acme/create-auth";

/** @param {string} room */
const manifestOf = (room) =>
  JSON.parse(readFileSync(join(ROOT, "packages", room, "package.json"), "utf8"));

/**
 * What is published, with the tarballs that `pnpm pack` puts on a shelf.
 * @param {string} shelf
 * @returns {readonly Published[]}
 */
export const publishedPackages = (shelf) =>
  readdirSync(join(ROOT, "packages")).flatMap((room) => {
    const manifest = manifestOf(room);
    if (manifest.private) return [];
    const file = `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`;
    const entries = Object.entries(manifest.publishConfig?.exports ?? {})
      .filter(([, { types }]) => types)
      .map(([entry]) => manifest.name + entry.slice(1));
    // Types that no package names as a peer must not be needed: applications do not have them.
    const peers = Object.entries(manifest.devDependencies ?? {}).filter(([name]) =>
      Object.hasOwn(manifest.peerDependencies ?? {}, name),
    );
    return [
      {
        name: manifest.name,
        folder: join(ROOT, "packages", room),
        tarball: join(shelf, file),
        entries,
        level: levelOf(room),
        peers: Object.fromEntries(peers),
      },
    ];
  });

/** How many packages stand below this one. @param {string} room @returns {number} */
function levelOf(room) {
  const { dependencies, devDependencies } = manifestOf(room);
  const below = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, range]) => range === "workspace:*")
    .map(([name]) => 1 + levelOf(name.replace("@acme/auth-", "")));
  return Math.max(0, ...below);
}
