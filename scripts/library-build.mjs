import { readFileSync } from "node:fs";
import { defineConfig } from "tsup";

/** How every library package is built: one ES module and one declaration per entry that its `exports` names. Run in the package's folder. */
export function libraryBuild() {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
  return defineConfig({
    entry: Object.values(exports).map((entry) => entry["@acme/source"]),
    format: "esm",
    target: "node20",
    platform: "node",
    sourcemap: true,
    clean: true,
    // What a package depends on stays an import: tsup leaves dependencies and peers out by name, before any condition could lead to their sources.
    dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
    tsconfig: "tsconfig.json",
  });
}
