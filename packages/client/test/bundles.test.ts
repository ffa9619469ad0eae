import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");
const CLIENT = join(ROOT, "packages/client");
const page = realpathSync(mkdtempSync(join(tmpdir(), "client-bundles-")));
afterAll(() => rmSync(page, { recursive: true }));

/** What a page with the built client in its `node_modules` is made of. */
const PAGES = {
  "whole.js": `import { createAuthClient } from "@acme/auth-client";
    console.log(createAuthClient().session.listSessions());`,
  "bare.js": `import { createAuthCall } from "@acme/auth-client";
    console.log(createAuthCall()("GET /api/auth/list-sessions"));`,
  "group.js": `import { createAuthCall } from "@acme/auth-client";
    import { session } from "@acme/auth-client/routes";
    console.log(createAuthCall()(session.listSessions));`,
};
type Page = keyof typeof PAGES;

/** Builds the client as it is published, into the page's `node_modules`. */
beforeAll(() => {
  const installed = join(page, "node_modules/@acme/auth-client");
  mkdirSync(installed, { recursive: true });
  const { publishConfig, ...manifest } = JSON.parse(
    readFileSync(join(CLIENT, "package.json"), "utf8"),
  ) as { readonly publishConfig: { readonly exports: object } };
  writeFileSync(
    join(installed, "package.json"),
    JSON.stringify({ ...manifest, exports: publishConfig.exports }),
  );
  execFileSync(
    join(ROOT, "node_modules/.bin/tsup"),
    ["--silent", "--out-dir", join(installed, "dist")],
    { cwd: CLIENT },
  );
  for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(page, name), text);
}, 60_000);

async function byEsbuild(name: Page): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(page, name)],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]!.text;
}

interface Vite {
  readonly build: (
    options: object,
  ) => Promise<{ readonly output: readonly [{ readonly code: string }] }>;
}

async function byVite(name: Page): Promise<string> {
  const path = createRequire(join(ROOT, "examples/web/package.json")).resolve("vite/package.json");
  const { exports } = JSON.parse(readFileSync(path, "utf8")) as {
    readonly exports: { readonly ".": string };
  };
  const entry = pathToFileURL(join(path, "..", exports["."])).href;
  const { build: bundle } = (await import(entry)) as Vite;
  const { output } = await bundle({
    root: page,
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      target: "es2022",
      rollupOptions: { input: join(page, name) },
      modulePreload: false,
    },
  });
  return output[0].code;
}

/** @returns the bytes of a page that calls one route: gzipped, as they are sent. */
const sizeOf = (code: string): number => gzipSync(code).length;

/** What the routes of one group may add to a page that names its route itself, in bytes. */
const GROUP = 150;

describe.each([
  ["esbuild", byEsbuild],
  ["Vite", byVite],
])("a page that is bundled by %s", (_name, bundle) => {
  it("loads one group of routes and none of the others, where it calls one route", async () => {
    const code = await bundle("group.js");
    expect(code).toContain("/api/auth/list-sessions");
    expect(code.match(/"?`?(GET|POST|PUT|PATCH|DELETE|OPEN) \//g)!.length).toBeLessThan(10);
    expect(code).not.toContain("/api/v1/organizations");
    expect(sizeOf(code)).toBeLessThan(sizeOf(await bundle("bare.js")) + GROUP);
    expect(sizeOf(code)).toBeLessThan(0.65 * sizeOf(await bundle("whole.js")));
  });
});
