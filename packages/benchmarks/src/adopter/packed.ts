import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const ROOMS = ["core", "http", "express", "kysely"];

const run = promisify(execFile);

/** Builds and packs the packages that an application needs, into `shelf`. Returns the files. */
export async function packInto(shelf: string): Promise<readonly string[]> {
  for (const room of ROOMS) {
    const cwd = join(ROOT, "packages", room);
    await run("pnpm", ["run", "build"], { cwd });
    await run("pnpm", ["pack", "--pack-destination", shelf], { cwd });
  }
  return (await readdir(shelf)).map((file) => join(shelf, file));
}

/** Returns `name@version` for packages, at the versions that the workspace tests with. */
export async function pinned(names: readonly string[]): Promise<readonly string[]> {
  const manifest = JSON.parse(
    await readFile(join(ROOT, "packages/server/package.json"), "utf8"),
  ) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const versions = { ...manifest.dependencies, ...manifest.devDependencies };
  return names.map((name) => `${name}@${versions[name] ?? "latest"}`);
}

/**
 * Installs packages into a new folder, as an application would. No package runs a script, so
 * nothing is compiled or fetched besides.
 */
export async function installInto(folder: string, packages: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...flags, ...packages], { cwd: folder });
}

/** What an installation came to. */
export interface InstalledSize {
  readonly packages: number;
  readonly megabytes: number;
}

export async function sizeOf(folder: string): Promise<InstalledSize> {
  const modules = join(folder, "node_modules");
  const lock = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, unknown>>;
  };
  const { stdout } = await run("du", ["--summarize", "--bytes", modules]);
  return { packages: Object.keys(lock.packages).length, megabytes: Number.parseInt(stdout) / 1e6 };
}
