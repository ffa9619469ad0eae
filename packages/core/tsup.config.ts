import { libraryBuild } from "../../scripts/library-build.mjs";

export default libraryBuild({
  lists: ["./src/index.ts", "./src/store.ts", "./src/texts.ts", "./src/surface.ts"],
  modules: ["./src/platform/argon2.ts", "./src/platform/no-argon2.ts"],
});
