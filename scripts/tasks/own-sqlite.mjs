/** As the server has it in `packages/server/src/config/own-sqlite.ts`, before it can be built. */
const FROM_MINOR = new Map([
  [24, 15],
  [25, 7],
]);
const FROM_MAJOR = 26;

/**
 * Whether the server uses the SQLite of this version of Node, so that none has to be compiled.
 * @param {string} version
 */
export function hasOwnSqlite(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const from = FROM_MINOR.get(major);
  return major >= FROM_MAJOR || (from !== undefined && minor >= from);
}
