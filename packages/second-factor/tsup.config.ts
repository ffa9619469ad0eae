import { libraryBuild } from "../../scripts/library-build.mjs";

export default libraryBuild();
