import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Failure, ROOT } from "./command.mjs";
import { withPort } from "./free-port.mjs";
import { CREATOR } from "./published-packages.mjs";
import { TEST_PROGRAMS } from "./tested-versions.mjs";

/** @typedef {import("./published-packages.mjs").Published} Published */

/**
 * How modules are resolved, each as a TypeScript application says it. `node16` gives no ES module
 * to `require`: the guide says so.
 */
export const RESOLUTIONS = /** @type {const} */ ({
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  node16: { module: "node16", moduleResolution: "node16" },
  bundler: { module: "preserve", moduleResolution: "bundler" },
});
/** @typedef {keyof typeof RESOLUTIONS} Resolution */

/** Jest brings these names itself. */
const VITEST_IMPORT = /^import .* from "vitest";$/m;

/**
 * Writes an application that imports every entry of every package, requires them too, and has the
 * example of each README.
 * @param {string} folder @param {{ packages: readonly Published[], port: number, versions?:
 * Readonly<Record<string, string>> }} options `versions` are taken instead of those of the
 * workspace.
 */
export function writeFreshApp(folder, { packages: published, port, versions = {} }) {
  // `npm run prove scaffolds` tries it.
  const packages = published.filter(({ name }) => name !== CREATOR);
  const untried = packages.find(({ name }) => !(name.replace("@acme/auth-", "") in TRIALS));
  if (untried) throw new Failure(`scripts/tasks/fresh-app-project.mjs tries no ${untried.name}.`);
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("package.json", JSON.stringify(manifestOf(packages, versions), null, 2));
  for (const resolution of /** @type {Resolution[]} */ (Object.keys(RESOLUTIONS)))
    write(
      `tsconfig.${resolution}.json`,
      compilerConfig(resolution, { rootDir: "src" }, resolution === "node16" ? ["src/*.cts"] : []),
    );
  // What the editor's language service reads.
  write("tsconfig.json", JSON.stringify({ extends: "./tsconfig.nodenext.json" }));
  const entries = packages.flatMap((each) => each.entries);
  write(
    "src/imported.mts",
    loading(entries, (name, entry) => `import * as ${name} from "${entry}";`),
  );
  write(
    "src/required.cts",
    loading(entries, (name, entry) => `import ${name} = require("${entry}");`),
  );
  for (const { room, language, trial, text } of readmeExamples())
    if (language === "ts")
      write(`src/${room}${trial === "test" ? ".test" : ""}.ts`, withPort(text, port));
}

/** @param {readonly Published[]} packages @param {Readonly<Record<string, string>>} versions */
function manifestOf(packages, versions) {
  const tarballs = Object.fromEntries(
    packages.map(({ name, tarball }) => [name, `file:${tarball}`]),
  );
  const versionIn = (/** @type {string} */ room, /** @type {string} */ name) =>
    JSON.parse(readFileSync(join(ROOT, room, "package.json"), "utf8")).devDependencies[name];
  const dependencies = {
    ...Object.assign({}, ...packages.map(({ peers }) => peers)),
    express: versionIn("packages/express", "express"),
    "@types/express": versionIn("packages/express", "@types/express"),
    "@types/node": versionIn("", "@types/node"),
    ...TEST_PROGRAMS,
    ...versions,
    ...tarballs,
  };
  // The server depends on the SQLite that Node 20 needs.
  const { "better-sqlite3": sqlite } = versions;
  const overrides = { ...tarballs, ...(sqlite && { "better-sqlite3": sqlite }) };
  return {
    private: true,
    type: "module",
    dependencies,
    // What the packages ask of each other comes from the same shelf.
    overrides,
    pnpm: { overrides },
    jest: { testEnvironment: "node", transform: {}, testMatch: ["<rootDir>/jest/*.test.js"] },
  };
}

/**
 * How a strict application is compiled.
 * @param {Resolution} resolution
 * @param {object} [more] Options of the compiler.
 * @param {readonly string[]} [exclude]
 */
export const compilerConfig = (resolution, more = {}, exclude = []) =>
  JSON.stringify({
    compilerOptions: {
      ...RESOLUTIONS[resolution],
      target: "es2023",
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ["node"],
      outDir: "dist",
      noEmit: resolution !== "nodenext",
      ...more,
    },
    include: ["src"],
    exclude,
  });

/** @param {readonly string[]} entries @param {(name: string, entry: string) => string} load */
const loading = (entries, load) =>
  [
    ...entries.map((entry, index) => load(`entry${index}`, entry)),
    `const entries = { ${entries.map((entry, index) => `"${entry}": entry${index}`).join(", ")} };`,
    `const empty = Object.entries(entries).flatMap(([name, entry]) => (Object.keys(entry).length === 0 ? [name] : []));`,
    `if (empty.length > 0) throw new Error(\`These export nothing: \${empty.join(", ")}\`);`,
    "",
  ].join("\n");

/** Makes the compiled test of Vitest one of Jest. @param {string} folder */
export function writeJestTest(folder) {
  const compiled = readFileSync(join(folder, "dist/testing.test.js"), "utf8");
  mkdirSync(join(folder, "jest"), { recursive: true });
  writeFileSync(join(folder, "jest/testing.test.js"), compiled.replace(VITEST_IMPORT, ""));
}

/**
 * Compiling SQLite takes a minute and proves nothing here: the one of the workspace has the same
 * version.
 * @param {string} folder
 */
export function copySqlite(folder) {
  const require = createRequire(join(ROOT, "packages/kysely/package.json"));
  const compiled = join(
    dirname(require.resolve("better-sqlite3/package.json")),
    "build/Release/better_sqlite3.node",
  );
  const target = join(folder, "node_modules/better-sqlite3/build/Release");
  mkdirSync(target, { recursive: true });
  cpSync(compiled, join(target, "better_sqlite3.node"));
}

/** @typedef {{ room: string, language: "ts" | "sh", trial: string, text: string }} Example */

/**
 * How the smallest use in a package's README is tried: it runs to its end, it serves until it is
 * stopped, it is a test, or it needs another machine and is compiled only.
 */
const TRIALS = {
  "better-auth": "ends",
  client: "compiles",
  core: "ends",
  express: "serves",
  fetch: "ends",
  http: "ends",
  kysely: "ends",
  nodemailer: "compiles",
  pages: "ends",
  "second-factor": "ends",
  server: "serves",
  testing: "test",
  webhooks: "ends",
};

/**
 * The first block of each README that is neither `no-run` nor about installing.
 * @returns {readonly Example[]}
 */
export const readmeExamples = () =>
  Object.entries(TRIALS).map(([room, trial]) => {
    const path = join(ROOT, "packages", room, "README.md");
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    const found = /^```(ts|sh background)\n([^]*?)^```$/m.exec(text);
    if (!found) throw new Failure(`packages/${room}/README.md shows no use of the package.`);
    return { room, trial, language: found[1] === "ts" ? "ts" : "sh", text: found[2] ?? "" };
  });
