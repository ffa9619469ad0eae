import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, run } from "./command.mjs";

/**
 * Installs the packed packages into an application outside the workspace, type-checks it against their declarations, imports every entry and asks the
 * language service what an editor shows.
 * @param {readonly import("./package-checks.mjs").Published[]} packages @returns {Promise<string | null>}
 */
export async function checkFreshApp(packages) {
  const app = mkdtempSync(join(tmpdir(), "auth-fresh-app-"));
  // Loaded here: it needs the compiler, and nothing is installed when this file is loaded.
  const { faultOfHover, hover, HOVERED_APP } = await import("./hover.mjs");
  try {
    writeApp(app, packages);
    writeFileSync(join(app, "sign-in.mts"), HOVERED_APP);
    const steps = /** @type {const} */ ([
      ["pnpm", ["install", "--prefer-offline", "--ignore-scripts"]],
      [join(ROOT, "node_modules/.bin/tsc"), ["-p", "."]],
      [process.execPath, ["app.mjs"]],
    ]);
    for (const [path, args] of steps) {
      const { code, output } = await run(path, args, { cwd: app, quiet: true });
      if (code !== 0) return `${path} ${args.join(" ")} ended with code ${code}:\n${output}`;
    }
    return faultOfHover(hover(app, "sign-in.mts", HOVERED_APP));
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
}

/** @param {string} app @param {readonly import("./package-checks.mjs").Published[]} packages */
function writeApp(app, packages) {
  const tarballs = Object.fromEntries(
    packages.map(({ name, tarball }) => [name, `file:${tarball}`]),
  );
  const peers = Object.assign({}, ...packages.map((each) => each.peers));
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const dependencies = { ...peers, ...tarballs, "@types/node": devDependencies["@types/node"] };
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: ["node"],
  };
  const source = importingApp(packages.flatMap((each) => each.entries));
  // Overridden too, so that what the packages ask of each other comes from the same shelf.
  writeFileSync(
    join(app, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies, pnpm: { overrides: tarballs } }),
  );
  writeFileSync(
    join(app, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["app.mts", "sign-in.mts"] }),
  );
  for (const file of ["app.mts", "app.mjs"]) writeFileSync(join(app, file), source);
}

/** @param {readonly string[]} entries */
function importingApp(entries) {
  return [
    ...entries.map((entry, index) => `import * as entry${index} from "${entry}";`),
    `const entries = { ${entries.map((entry, index) => `"${entry}": entry${index}`).join(", ")} };`,
    `const empty = Object.entries(entries).flatMap(([name, entry]) => (Object.keys(entry).length === 0 ? [name] : []));`,
    `if (empty.length > 0) throw new Error(\`These export nothing: \${empty.join(", ")}\`);`,
    "",
  ].join("\n");
}
