// Lists what is public and not documented; words choose the lines that have one of them: `node scripts/documented.mjs core/src/account`.
import { resolve } from "node:path";
import { importBundled } from "./bundled.mjs";

const words = process.argv.slice(2);
const { readPublicApi, undocumented } = await importBundled("library/library.ts");
/** @type {readonly string[]} */
const found = undocumented(readPublicApi(resolve(import.meta.dirname, "..")));
const faults = found.filter((fault) => words.length === 0 || words.some((w) => fault.includes(w)));
for (const fault of faults) console.log(fault);
console.log(`${faults.length} public names are not documented.`);
process.exitCode = faults.length > 0 ? 1 : 0;
