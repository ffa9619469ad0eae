import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson, type Shape, type Shaped } from "@acme/auth-testing/read-json";

/** Returns what the `package.json` of a folder says, which must be of that shape. */
export const readManifest = <const S extends Shape>(folder: string, shape: S): Shaped<S> =>
  parseJson(readFileSync(join(folder, "package.json"), "utf8"), shape);
