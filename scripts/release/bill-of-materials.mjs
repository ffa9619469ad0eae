import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Failure, run } from "../tasks/command.mjs";

/** @typedef {import("../tasks/package-checks.mjs").Published} Published */

/** Where pnpm puts a package: the innermost folder of a source in a map of a bundle. */
const BUNDLED = /node_modules\/\.pnpm\/[^/]+\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** What the server takes in as a file and not as a module: no map tells of it. */
const COPIED = { package: "@acme/auth-server", name: "@scalar/api-reference" };
const FOLDER_VERSION = /node_modules\/\.pnpm\/(?:@[^/+]+\+)?[^/@]+@([^_/(]+)/;

/**
 * Writes `sbom.cdx.json` beside the tarballs: what an application gets that installs all of them, as npm lists it, and what is bundled into them.
 * @param {string} shelf @param {readonly Published[]} packages
 */
export async function writeBill(shelf, packages) {
  const app = mkdtempSync(join(tmpdir(), "auth-bill-"));
  try {
    const files = packages.map(({ name, tarball }) => [name, `file:${tarball}`]);
    const dependencies = Object.fromEntries(files);
    const manifest = { name: "acme-auth", version: "0.0.0", private: true, dependencies };
    writeFileSync(
      join(app, "package.json"),
      // Overridden too: what the packages ask of each other is not published yet.
      JSON.stringify({ ...manifest, overrides: dependencies }),
    );
    await npm(app, ["install", "--package-lock-only", "--ignore-scripts", "--no-audit"]);
    const listed = await npm(app, ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"]);
    const bill = JSON.parse(listed);
    bill.components.push(...componentsOf(packages, bill.components));
    writeFileSync(join(shelf, "sbom.cdx.json"), `${JSON.stringify(bill, null, 2)}\n`);
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
}

/** @param {string} cwd @param {readonly string[]} args */
async function npm(cwd, args) {
  const { code, output, stdout } = await run("npm", args, { cwd, quiet: true });
  if (code !== 0) throw new Failure(`npm ${args.join(" ")} failed:\n${output}`);
  return stdout;
}

/** @param {readonly Published[]} packages @param {readonly { purl?: string }[]} listed */
function componentsOf(packages, listed) {
  const known = new Set(listed.map(({ purl }) => purl));
  return [...bundledPackages(packages.map(({ folder }) => folder)), ...copiedInto(packages)]
    .map(({ name, version }) => ({
      type: "library",
      name,
      version,
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      scope: "required",
      properties: [{ name: "acme:bundled", value: "true" }],
    }))
    .filter(({ purl }) => !known.has(purl));
}

/** @param {readonly Published[]} packages @returns {readonly { name: string, version: string }[]} */
const copiedInto = (packages) =>
  packages
    .filter(({ name }) => name === COPIED.package)
    .map(({ folder }) => {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return { name: COPIED.name, version: manifest.devDependencies[COPIED.name] };
    });

/**
 * What stands inside the built files of these packages, by their source maps.
 * @param {readonly string[]} folders @returns {readonly { name: string, version: string }[]} Sorted.
 */
export function bundledPackages(folders) {
  const specs = folders.flatMap((folder) =>
    mapsIn(join(folder, "dist")).flatMap((map) =>
      bundledIn(JSON.parse(readFileSync(map, "utf8")).sources),
    ),
  );
  return [...new Set(specs)].sort().map((spec) => {
    const at = spec.lastIndexOf("@");
    return { name: spec.slice(0, at), version: spec.slice(at + 1) };
  });
}

/** @param {string} folder */
const mapsIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path).endsWith(".map"))
    .map((path) => join(folder, path));

/** @param {readonly string[]} sources @returns {readonly string[]} */
export const bundledIn = (sources) =>
  sources.flatMap((source) => {
    const name = BUNDLED.exec(source)?.[1];
    const version = FOLDER_VERSION.exec(source)?.[1];
    return name && version ? [`${name}@${version}`] : [];
  });
