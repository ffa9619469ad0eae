import { promisify } from "node:util";
import { gzip } from "node:zlib";

/**
 * Packs a file when it is asked for first, and keeps it. What failed is tried again the next time.
 */
export function packed(load: () => Promise<Buffer>): () => Promise<Buffer> {
  let content: Promise<Buffer> | null = null;
  return () =>
    (content ??= load()
      .then((loaded) => promisify(gzip)(loaded))
      .catch((failure: unknown) => {
        content = null;
        throw failure;
      }));
}
