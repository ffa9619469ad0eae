import { writeLibrary } from "./site/library.mjs";
await writeLibrary();
process.exit(0);
