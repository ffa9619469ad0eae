import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, run } from "../tasks/command.mjs";
import { publishedPackages } from "../tasks/published-packages.mjs";

/**
 * Where pnpm puts a package, in a source that a map of a bundle names: its name and its version.
 */
const BUNDLED =
  /node_modules\/\.pnpm\/(?:@[^/+]+\+)?[^/@]+@([^_/(]+)[^/]*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** What packages take in as a file and not module by module: no map tells of it. */
const COPIED = [
  { owner: "@acme/auth-server", name: "@scalar/api-reference" },
  { owner: "@acme/auth-kysely", name: "kysely" },
];

/** @typedef {{ name: string, version: string }} Part */

/**
 * Writes `sbom.cdx.json` beside the tarballs: what an application gets that installs all of them,
 * as `npm sbom` lists it, and what is bundled into them. The application is made here, because npm
 * fails inside a pnpm workspace.
 * @param {string} shelf The folder of the tarballs.
 */
export async function writeBill(shelf) {
  const packages = publishedPackages(shelf);
  const app = mkdtempSync(join(tmpdir(), "auth-bill-"));
  try {
    const dependencies = Object.fromEntries(
      packages.map(({ name, tarball }) => [name, `file:${tarball}`]),
    );
    // Overridden too: what the packages ask of each other is not published yet.
    const manifest = {
      name: "acme-auth",
      version: "0.0.0",
      private: true,
      dependencies,
      overrides: dependencies,
    };
    writeFileSync(join(app, "package.json"), JSON.stringify(manifest));
    await npm(app, ["install", "--package-lock-only", "--ignore-scripts", "--no-audit"]);
    const listed = await npm(app, ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"]);
    const bill = JSON.parse(listed.replaceAll(/file:[^"]*\//g, ""));
    for (const { name, folder } of packages) addBundled(bill, name, partsOf(name, folder));
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

/**
 * @param {any} bill In the form of CycloneDX.
 * @param {string} owner
 * @param {readonly Part[]} parts
 */
function addBundled({ components, dependencies }, owner, parts) {
  const entry = dependencies.find((/** @type {{ ref: string }} */ { ref }) =>
    ref.startsWith(`${owner}@`),
  );
  for (const { name, version } of parts) {
    const ref = `${name}@${version}`;
    if (entry && !entry.dependsOn.includes(ref)) entry.dependsOn.push(ref);
    if (components.some((/** @type {Record<string, unknown>} */ known) => known["bom-ref"] === ref))
      continue;
    components.push({
      "bom-ref": ref,
      type: "library",
      name,
      version,
      scope: "required",
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      properties: [{ name: "acme:bundled", value: "true" }],
    });
  }
}

/**
 * What is inside a package, by the source maps of its built files.
 * @param {string} owner
 * @param {string} folder
 * @returns {readonly Part[]}
 */
function partsOf(owner, folder) {
  const dist = join(folder, "dist");
  const maps = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".map"),
  );
  const sources = maps.flatMap((map) => JSON.parse(readFileSync(join(dist, map), "utf8")).sources);
  const parts = /** @type {Map<string, Part>} */ (new Map());
  for (const source of sources) {
    const [, version, name] = BUNDLED.exec(source) ?? [];
    if (name && version) parts.set(`${name}@${version}`, { name, version });
  }
  const { devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const { name } of COPIED.filter((copied) => copied.owner === owner))
    parts.set(name, { name, version: devDependencies[name] });
  return [...parts.values()];
}
