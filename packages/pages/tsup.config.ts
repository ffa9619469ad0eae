import { importBundled } from "../../scripts/bundle.mjs";
import { libraryBuild } from "../../scripts/library-build.mjs";

export default libraryBuild({
  entry: [
    "src/index.ts",
    "src/templates.ts",
    "src/eject.ts",
    // What `npx @acme/auth-pages` runs.
    "src/platform/bin.ts",
  ],
  onSuccess: async () => {
    const { writeEjectable } = await importBundled("packages/pages/ejecting/ejectable.ts");
    await writeEjectable(".", "dist/eject");
  },
});
