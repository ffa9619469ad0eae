/** @typedef {import("./applications.mjs").Application} Application */

const SQLITE = ["better-sqlite3", "kysely"];

/**
 * Where no process lives on between two requests.
 * @type {Readonly<Record<string, Application>>}
 */
export const HOSTS = {
  functions: {
    page: "functions",
    files: ["src/answer.ts", "src/settle-route.ts", "src/functions.test.ts"],
    libraries: ["core", "fetch", "kysely", "testing"],
    dependencies: [...SQLITE, "vitest"],
    resolutions: ["nodenext", "bundler"],
    // Those of Vitest.
    skipLibCheck: true,
    vitest: "dist/src/functions.test.js",
  },
};
