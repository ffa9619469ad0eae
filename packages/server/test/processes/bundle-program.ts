import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { build, type Metafile } from "esbuild";

const here = import.meta.dirname;
const TESTS = resolve(here, "..");
const REPOSITORY = resolve(here, "../../../..");
/**
 * Beside the packages: the native libraries, and the viewer of the reference, are no part of a
 * bundle.
 */
const CACHE = resolve(here, "../../node_modules/.cache");
const METAFILE = "metafile.json";

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a program, named from this folder, from sources, so that plain Node can run it, and
 * returns where the bundle is. What is imported when it is needed is a file of its own. The suites
 * and workers of a run share it, and so do later runs until a source changes: no suite may remove
 * it.
 */
export function bundleProgram(name: string): Promise<string> {
  const bundle = bundles.get(name) ?? bundleWhereNew(name);
  bundles.set(name, bundle);
  return bundle;
}

/** Returns of which sources the files of a bundle are made, and what each imports. */
export const metafileOf = (bundle: string): Metafile =>
  JSON.parse(readFileSync(join(dirname(bundle), METAFILE), "utf8")) as Metafile;

async function bundleWhereNew(name: string): Promise<string> {
  const program = basename(name);
  const folder = join(CACHE, `acme-${program}-${hashOfSources()}`);
  const bundle = join(folder, `${program}.mjs`);
  if (existsSync(bundle)) {
    await utimes(folder, new Date(), new Date());
    return bundle;
  }
  const making = join(CACHE, `acme-making-${program}-${process.pid}`);
  const { metafile } = await build({
    entryPoints: { [program]: resolve(here, `${name}.ts`) },
    outdir: making,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    metafile: true,
    platform: "node",
    format: "esm",
    conditions: ["@acme/source"],
    external: ["better-sqlite3", "@node-rs/argon2", "pg-native"],
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
    logLevel: "error",
  });
  writeFileSync(join(making, METAFILE), JSON.stringify(metafile));
  try {
    await rename(making, folder);
  } catch (thrown) {
    // Another worker may have been quicker, and be starting the program from there.
    if (!existsSync(bundle)) throw thrown;
    await rm(making, { recursive: true });
  }
  removeOld();
  return bundle;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Bundles that nothing has asked for in a day. A run beside this one, of other sources, starts
 * programs of its own.
 */
function removeOld(): void {
  for (const name of readdirSync(CACHE).filter((each) => each.startsWith("acme-"))) {
    const path = join(CACHE, name);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** When each source, each manifest and what is installed was written. */
function hashOfSources(): string {
  const hash = createHash("sha256");
  const packages = readdirSync(join(REPOSITORY, "packages"))
    .map((name) => join(REPOSITORY, "packages", name))
    .filter((folder) => existsSync(join(folder, "package.json")));
  const folders = [TESTS, ...packages.map((folder) => join(folder, "src"))];
  const manifests = packages.map((folder) => join(folder, "package.json"));
  const installed = join(REPOSITORY, "pnpm-lock.yaml");
  for (const file of [installed, ...manifests, ...folders.flatMap(filesBelow)]) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
