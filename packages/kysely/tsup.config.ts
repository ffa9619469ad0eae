import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Options } from "tsup";
import { libraryBuild } from "../../scripts/library-build.mjs";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** The one module that takes the application's own Kysely. */
const TAKES_THEIRS = /\/src\/kysely-of\.ts$/;
const COPY = "bundled-kysely.js";

/**
 * A third of Kysely's code, which no statement of ours uses: migrations are written as text, and no
 * name of a table has a schema before it. `copied.test.ts` holds the sources to that.
 */
const LEFT_OUT = /\/(?:schema\/schema|with-schema\/with-schema-plugin)\.js$/;

const leavingOut: Plugin = {
  name: "leaving-out",
  setup(build) {
    build.onLoad({ filter: LEFT_OUT }, ({ path }) => {
      const classes = readFileSync(path, "utf8").matchAll(/^export class (\w+)/gm);
      const stubs = Array.from(
        classes,
        ([, name]) =>
          `export class ${name} { constructor() { throw new Error("${name} is not in the copy of Kysely") } }`,
      );
      return { contents: stubs.join("\n") };
    });
  },
};

/** The licence is to stand in every copy. */
function licence(): string {
  const entry = createRequire(import.meta.url).resolve("kysely");
  return readFileSync(entry.replace(/\/dist\/.*$/, "/LICENSE"), "utf8");
}

/**
 * Puts what is used of Kysely into one file of the package. Its two hundred modules took longer to
 * load than everything else of an application, also of one that never calls `kyselyOf`.
 */
const copyOfKysely: Plugin = {
  name: "copy-of-kysely",
  setup(build) {
    build.onResolve({ filter: /^kysely$/ }, ({ importer }) => ({
      path: TAKES_THEIRS.test(importer) ? "kysely" : `./${COPY}`,
      external: true,
    }));
    build.onEnd(async ({ outputFiles = [] }) => {
      const taken = outputFiles.flatMap(({ text }) => [
        ...text.matchAll(new RegExp(`(?:im|ex)port \\{([^}]*)\\} from "\\./${COPY}"`, "g")),
      ]);
      const names = taken.flatMap(([, list = ""]) =>
        list.split(",").map((name) => name.trim().split(" as ")[0]),
      );
      await build.esbuild.build({
        stdin: {
          contents: `export { ${[...new Set(names)].sort().join(", ")} } from "kysely";`,
          resolveDir: import.meta.dirname,
        },
        outfile: join("dist", COPY),
        bundle: true,
        minify: true,
        format: "esm",
        platform: "node",
        target: "node20",
        plugins: [leavingOut],
        banner: { js: `/*! Kysely\n\n${licence()}*/` },
      });
    });
  },
};

export default libraryBuild({ noExternal: ["kysely"], esbuildPlugins: [copyOfKysely] });
