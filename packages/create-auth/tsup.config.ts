import { defineConfig } from "tsup";

/** One program that imports nothing: `npm create` fetches this package alone. */
export default defineConfig({
  entry: ["src/main.ts"],
  format: "esm",
  target: "node20",
  platform: "node",
  clean: true,
});
