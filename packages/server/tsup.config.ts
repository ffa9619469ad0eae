import { copyFileSync } from "node:fs";
import { defineConfig } from "tsup";

/**
 * One program: everything but the native addons (the package's only dependencies) is inside, taken from the workspace's sources, and what is imported
 * on first use stays in files of its own.
 */
export default defineConfig({
  entry: ["src/main.ts"],
  format: "esm",
  target: "node20",
  platform: "node",
  splitting: true,
  sourcemap: true,
  clean: true,
  external: ["pg-native"],
  // The viewer of the reference is one file for browsers, sent as it is.
  async onSuccess() {
    copyFileSync("node_modules/@scalar/api-reference/dist/browser/standalone.js", "dist/viewer.js");
  },
  esbuildOptions(options) {
    options.conditions = ["@acme/source"];
  },
  // Bundled CommonJS asks for Node's own modules by `require`, which an ES module lacks.
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
  },
});
