import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./command.mjs";

/** What a page loads of the client, gzipped. */
const MAX_CLIENT_BYTES = 4096;

/**
 * What a page loads of `@acme/auth-client`, with every route in it: minified and gzipped.
 * @returns {Promise<number>} In bytes.
 */
export async function measureClient() {
  // Loaded here: nothing is installed when this file is loaded.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "packages/client/src/index.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
}

/** @returns {Promise<string | null>} What is wrong; null when nothing is. */
export async function checkClientSize() {
  const bytes = await measureClient();
  console.log(`@acme/auth-client: ${bytes} bytes gzipped, of ${MAX_CLIENT_BYTES}`);
  return bytes <= MAX_CLIENT_BYTES ? null : `${bytes} bytes, of ${MAX_CLIENT_BYTES} at most`;
}
