/**
 * The releases of Node from which on it calls `node:sqlite` a release candidate, and warns of it no
 * longer; every later major is one. With these no native package is needed for SQLite.
 */
const FROM_MINOR: Readonly<Record<number, number>> = { 24: 15, 25: 7 };
const FROM_MAJOR = 26;

/** Whether a Node of this version brings a SQLite that the server uses. */
export function hasOwnSqlite(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const from = FROM_MINOR[major];
  return major >= FROM_MAJOR || (from !== undefined && minor >= from);
}
