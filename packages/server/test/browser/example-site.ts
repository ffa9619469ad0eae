import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { portOf } from "@acme/auth-testing/port-of";
import type { FrontEndSite } from "./site-fixture.js";

const EXAMPLE = resolve(import.meta.dirname, "../../../../examples/web");
/** Stands in the build where the address of the service goes, so that one build serves any. */
const SOME_SERVICE = "https://service.invalid";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** The example page, built, and served as a careful operator would. */
export async function startExampleSite(serviceUrl: string): Promise<FrontEndSite> {
  const files = await exampleFiles();
  const headers = {
    "Content-Security-Policy": policyFor(serviceUrl),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://example.site");
    const file = pathname === "/" ? "/index.html" : pathname;
    const text = files.get(file);
    if (text === undefined) return void response.writeHead(404, headers).end();
    response.writeHead(200, { ...headers, "Content-Type": TYPES[extname(file)] });
    response.end(text.replaceAll(SOME_SERVICE, serviceUrl));
  });
  await new Promise<void>((listening) => server.listen(0, "0.0.0.0", listening));
  return {
    origin: `http://localhost:${portOf(server)}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((stopped) => server.close(stopped));
    },
  };
}

/**
 * Nothing but its own script and style, and nobody to talk to but the service: what the example
 * does not need, it may not do.
 */
const policyFor = (serviceUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${serviceUrl}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

let built: Promise<ReadonlyMap<string, string>> | null = null;

/** The files of the build, by their path on the site. All suites of a run share them. */
const exampleFiles = (): Promise<ReadonlyMap<string, string>> => (built ??= buildExample());

async function buildExample(): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "example-"));
  const vite = join(EXAMPLE, "node_modules/vite/bin/vite.js");
  await promisify(execFile)(
    process.execPath,
    [vite, "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"],
    {
      cwd: EXAMPLE,
      env: { ...process.env, NODE_ENV: "production", VITE_AUTH_URL: SOME_SERVICE },
    },
  );
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length), await readFile(path, "utf8")] as const),
  );
  await rm(folder, { recursive: true });
  return new Map(files);
}
