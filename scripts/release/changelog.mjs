/** @typedef {import("./changesets.mjs").Changeset} Changeset */

/** The releases stand below this line, the newest first; what stands above it is written by hand. */
export const RELEASES = "<!-- releases -->\n";

/**
 * The changelog with one more release.
 * @param {string} changelog @param {{ version: string, date: string, changesets: readonly Changeset[] }} release
 */
export function withRelease(changelog, release) {
  if (!changelog.includes(RELEASES)) throw new Error(`CHANGELOG.md has no ${RELEASES.trim()}.`);
  return changelog.replace(RELEASES, () => `${RELEASES}\n${sectionOf(release)}`);
}

/** @param {{ version: string, date: string, changesets: readonly Changeset[] }} release */
export function sectionOf({ version, date, changesets }) {
  const toDo = changesets.flatMap(({ bumps, toDo }) =>
    toDo === null ? [] : [itemOf(bumps, toDo)],
  );
  const parts = /** @type {const} */ ([
    ["When you upgrade", toDo],
    ["Breaking", itemsOf(changesets, "major")],
    ["New", itemsOf(changesets, "minor")],
    ["Mended", itemsOf(changesets, "patch")],
  ]);
  return [
    `## ${version} (${date})\n`,
    ...parts
      .filter(([, items]) => items.length > 0)
      .map(([title, items]) => `### ${title}\n\n${items.join("\n")}\n`),
  ].join("\n");
}

/** @param {readonly Changeset[]} changesets @param {string} bump */
const itemsOf = (changesets, bump) =>
  changesets
    .filter(({ bumps }) => largestOf(bumps) === bump)
    .map(({ bumps, what }) => itemOf(bumps, what));

/** @param {Changeset["bumps"]} bumps */
function largestOf(bumps) {
  const all = Object.values(bumps);
  return ["major", "minor"].find((bump) => all.includes(bump)) ?? "patch";
}

/** @param {Changeset["bumps"]} bumps @param {string} text */
function itemOf(bumps, text) {
  const packages = Object.keys(bumps).map((name) => name.replace("@acme/auth-", ""));
  return `- **${packages.join(", ")}**: ${text}`.replace(/\n(?=[^\n])/g, "\n  ");
}
