import { copyFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { transform } from "esbuild";
import { defineConfig, type Options } from "tsup";
import { importBundled } from "../../scripts/bundle.mjs";

type Plugin = NonNullable<Options["plugins"]>[number];

const COMMON: Options = {
  format: "esm",
  target: "node20",
  platform: "node",
};

/**
 * Only CommonJS can be loaded together with code that was compiled before
 * (`src/starting/open-program.ts`), and esbuild splits only ES modules. So each file of the program
 * becomes CommonJS afterwards, dynamic imports too.
 */
const toCommonJs: Plugin = {
  name: "to-commonjs",
  async renderChunk(code, { path }) {
    if (!path.endsWith(".js")) return undefined;
    return transform(code, {
      format: "cjs",
      platform: "node",
      target: "node20",
      supported: { "dynamic-import": false },
      define: { "import.meta.url": "moduleUrl" },
      banner: code.includes("import.meta.url")
        ? 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;'
        : "",
    });
  },
};

export default defineConfig([
  /**
   * The program: everything but the native addons (the package's only dependencies) is inside,
   * taken from the workspace's sources, and what is imported on first use stays in files of its
   * own.
   */
  {
    ...COMMON,
    entry: ["src/main.ts"],
    outDir: "dist/program",
    splitting: true,
    clean: true,
    external: ["better-sqlite3", "pg-native"],
    plugins: [toCommonJs],
    onSuccess: async () => {
      // Of earlier builds.
      rmSync("dist/program/.compiled", { recursive: true, force: true });
      writeFileSync("dist/program/package.json", `${JSON.stringify({ type: "commonjs" })}\n`);
      // The viewer of the reference is one file for browsers, sent as it is.
      copyFileSync(
        "../../node_modules/@scalar/api-reference/dist/browser/standalone.js",
        "dist/program/viewer.js",
      );
      // What `auth-server eject pages` copies. The first start of a checkout has no tools to make it.
      if (existsSync("../../node_modules/prettier")) {
        const { writeEjectable } = await importBundled("packages/pages/ejecting/ejectable.ts");
        await writeEjectable("../pages", "dist/program/eject");
      }
    },
    esbuildOptions(options) {
      options.conditions = ["@acme/source"];
    },
  },
  /** What Node is given to run: it loads the program. */
  { ...COMMON, entry: { main: "src/launch.ts" }, clean: ["!program"] },
]);
