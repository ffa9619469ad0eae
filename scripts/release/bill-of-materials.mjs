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

/** @typedef {{ name: string, version: string }} Part */
/**
 * @typedef {object} Bill What we read and change of a bill of materials in CycloneDX's form.
 * @property {{ component: { name: string } }} metadata
 * @property {{ "bom-ref"?: string, externalReferences?: { url: string }[] }[]} components
 * @property {{ ref: string, dependsOn: string[] }[]} dependencies
 */

/**
 * Writes `sbom.cdx.json` beside the tarballs: what an application gets that installs all of them, as npm lists it, and what is bundled into them.
 * @param {string} shelf @param {readonly Published[]} packages
 */
export async function writeBill(shelf, packages) {
  const app = mkdtempSync(join(tmpdir(), "auth-bill-"));
  try {
    const files = packages.map(({ name, tarball }) => [name, `file:${tarball}`]);
    const dependencies = Object.fromEntries(files);
    const version = packages[0] ? manifestOf(packages[0].folder).version : "0.0.0";
    const manifest = { name: "acme-auth", version, private: true, dependencies };
    writeFileSync(
      join(app, "package.json"),
      // Overridden too: what the packages ask of each other is not published yet.
      JSON.stringify({ ...manifest, overrides: dependencies }),
    );
    await npm(app, ["install", "--package-lock-only", "--ignore-scripts", "--no-audit"]);
    const listed = await npm(app, ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"]);
    const parts = packages.map(
      ({ name, folder }) => /** @type {const} */ ([`${name}@${version}`, partsOf(name, folder)]),
    );
    const bill = completeBill(JSON.parse(listed), new Map(parts));
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
 * The bill with what is bundled, and without the folders of this machine.
 * @param {Bill} listed @param {ReadonlyMap<string, readonly Part[]>} bundled By the package that has it inside, as `name@version`. @returns {Bill}
 */
export function completeBill({ metadata, components, dependencies, ...rest }, bundled) {
  const known = new Set(components.map((component) => component["bom-ref"]));
  const parts = new Map([...bundled.values()].flat().map((part) => [refOf(part), part]));
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, name: "acme-auth" } },
    components: [
      ...components.map(withoutFolders),
      ...[...parts.values()].filter((part) => !known.has(refOf(part))).map(componentOf),
    ],
    dependencies: dependencies.map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: [...new Set([...dependsOn, ...(bundled.get(ref) ?? []).map(refOf)])],
    })),
  };
}

/** @param {Part} part */
const refOf = ({ name, version }) => `${name}@${version}`;

/** @param {Bill["components"][number]} component */
function withoutFolders(component) {
  const externalReferences = component.externalReferences?.map((reference) => ({
    ...reference,
    url: reference.url.replace(/^file:.*\//, ""),
  }));
  return externalReferences ? { ...component, externalReferences } : component;
}

/** @param {Part} part */
const componentOf = (part) => ({
  "bom-ref": refOf(part),
  type: "library",
  ...part,
  scope: "required",
  purl: `pkg:npm/${part.name.replace("@", "%40")}@${part.version}`,
  properties: [{ name: "acme:bundled", value: "true" }],
});

/** What is inside a package. @param {string} name @param {string} folder @returns {readonly Part[]} */
function partsOf(name, folder) {
  const bundled = bundledPackages(folder);
  if (name !== COPIED.package) return bundled;
  const version = manifestOf(folder).devDependencies[COPIED.name];
  return [...bundled, { name: COPIED.name, version }];
}

/** @param {string} folder */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/**
 * What stands inside the built files of a package, by their source maps.
 * @param {string} folder Of the package. @returns {readonly Part[]} Sorted.
 */
function bundledPackages(folder) {
  const specs = mapsIn(join(folder, "dist")).flatMap((map) =>
    bundledIn(JSON.parse(readFileSync(map, "utf8")).sources),
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
