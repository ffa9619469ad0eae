import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import { build } from "../tasks/build.mjs";
import { Failure, mustRun, ROOT, run } from "../tasks/command.mjs";
import { runTests } from "../tasks/test.mjs";
import { PLATFORMS } from "../tasks/tested-versions.mjs";
import { installNode } from "./nodes.mjs";

/** The strictest settings of an application, and those that Node's type stripping asks for. */
const COMPILER_OPTIONS = {
  target: "es2023",
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

/** Draws a page with what was ejected, and the same page with what the package has. */
const DRAW = `
import { Html } from "@acme/auth-http";
import { createPages } from "@acme/auth-pages";
import * as own from "@acme/auth-pages/templates";
import { goodbye } from "./auth-pages/goodbye.ts";
import { entryLayout } from "./auth-pages/layout.ts";
import { en } from "./auth-pages/texts/en.ts";
import { options } from "./options.ts";
const href = (path: string) => own.webHref(\`https://auth.example.com/\${path}\`);
const kit: own.Kit = {
  appName: "Acme",
  brand: { logo: null, terms: null, privacy: null, support: null },
  locale: "en",
  direction: "ltr",
  locales: ["en"],
  theme: "system",
  texts: en,
  formats: {
    date: String,
    dateTime: String,
    time: String,
    number: String,
    list: String,
    plural: () => "other",
    language: String,
  },
  page: (name, ..._given) => href(name),
  asset: (name) => href(name),
  entryStyle: new Html(""),
  home: href(""),
  here: "/",
  hidden: { step: null, next: null },
  flash: null,
  frame: null,
  inbox: null,
};
const content = goodbye({ form: { values: {}, errors: {}, message: null } }, kit);
const [drawn, expected] = [entryLayout(content, kit), own.entryLayout(content, kit)];
if (drawn !== expected || !drawn.includes("<h1>")) throw new Error(drawn);
export const pages = createPages(options);
console.log("drawn");
`;

/**
 * Ejects everything into an application: it compiles under the strictest settings, is bundled, runs
 * under Node's type stripping, and goes through the journeys of the pages. `--no-build` takes what
 * is built.
 * @param {readonly string[]} args
 */
export async function proveEject(args) {
  if (!args.includes("--no-build")) await build();
  const folder = mkdtempSync(join(tmpdir(), "auth-eject-"));
  try {
    await writeApplication(folder);
    await mustRun(join(ROOT, "node_modules/.bin/tsc"), ["-p", "."], { cwd: folder });
    console.log("It compiles.");
    const [stripping] = Object.values(PLATFORMS).filter(({ node }) => stripsTypes(node));
    if (!stripping) throw new Failure("No tested Node strips types.");
    const node = await installNode(join(folder, "node"), stripping.node);
    await draw(node, join(folder, "main.ts"));
    console.log(`It runs on Node ${stripping.node}, without a build.`);
    const outfile = join(folder, "main.mjs");
    await bundle({
      entryPoints: [join(folder, "main.ts")],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
    });
    await draw(process.execPath, outfile);
    console.log("It runs when it is bundled.");
    return await runTests(["packages/pages/src/pages", "packages/pages/src/kernel"], {
      ...process.env,
      EJECTED: join(folder, "options.ts"),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From 22.18 on. @param {string} version */
const stripsTypes = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
};

/** @param {string} folder */
async function writeApplication(folder) {
  mkdirSync(join(folder, "node_modules"));
  for (const scope of ["@acme", "@types"])
    symlinkSync(join(ROOT, "node_modules", scope), join(folder, "node_modules", scope));
  const { bin } = JSON.parse(readFileSync(join(ROOT, "packages/pages/package.json"), "utf8"));
  const program = join(ROOT, "packages/pages", bin["auth-pages"]);
  const { code, output } = await run(process.execPath, [program, "eject", "auth-pages"], {
    cwd: folder,
    quiet: true,
  });
  if (code !== 0) throw new Failure(output);
  const usage = output.slice(output.indexOf("import "));
  const options = usage.replace(
    /createPages\(([^]*)\);\s*$/,
    "export const options: PagesOptions = $1;\n",
  );
  writeFileSync(
    join(folder, "options.ts"),
    `import type { PagesOptions } from "@acme/auth-pages";\n${options}`,
  );
  writeFileSync(join(folder, "main.ts"), DRAW);
  const files = {
    "package.json": { private: true, type: "module" },
    "tsconfig.json": { compilerOptions: COMPILER_OPTIONS, include: ["main.ts", "auth-pages"] },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content));
}

/** @param {string} node @param {string} file */
async function draw(node, file) {
  const { code, output } = await run(node, [file], { quiet: true });
  if (code !== 0 || !output.includes("drawn")) throw new Failure(output);
}
