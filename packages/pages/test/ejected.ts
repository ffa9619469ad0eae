import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ejectable } from "../ejecting/ejectable.js";
import type { PagesOptions } from "../src/create-pages.js";
import { eject, type Ejected } from "../src/platform/eject.js";

const PACKAGE = join(import.meta.dirname, "..");
/** The packages that an application has installed. */
const INSTALLED = join(PACKAGE, "../../node_modules/@acme");

/** The folder of an application that templates were ejected into. */
export interface EjectedApplication {
  readonly folder: string;
  readonly ejected: Ejected;
  /** What `createPages` is given of the ejected files. */
  readonly options: () => Promise<PagesOptions>;
  readonly remove: () => void;
}

let files: ReturnType<typeof ejectable> | null = null;
/** The files of the package, made once. */
export const ejectableFiles = (): ReturnType<typeof ejectable> => (files ??= ejectable(PACKAGE));

/** What the module of an application exports for `createPages`. */
export async function optionsOf(path: string): Promise<PagesOptions> {
  const module = (await import(/* @vite-ignore */ path)) as { readonly options: PagesOptions };
  return module.options;
}

/** Ejects into a new application. */
export async function ejectedApplication(
  names: readonly string[] = [],
): Promise<EjectedApplication> {
  const root = mkdtempSync(join(tmpdir(), "ejected-"));
  mkdirSync(join(root, "node_modules"));
  symlinkSync(INSTALLED, join(root, "node_modules/@acme"));
  const folder = join(root, "auth-pages");
  const ejected = eject({ folder, names, files: await ejectableFiles() });
  return {
    folder,
    ejected,
    options: async () => {
      // As the command says, with the working directory of the application.
      const said = ejected.usage.replaceAll(/"[^"]*\/auth-pages\//g, '"./auth-pages/');
      const program = said.replace(/createPages\(([^]*)\);$/, "export const options = $1;");
      writeFileSync(join(root, "options.ts"), program);
      return optionsOf(join(root, "options.ts"));
    },
    remove: () => rmSync(root, { recursive: true }),
  };
}
