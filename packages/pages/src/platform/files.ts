import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The bytes of a file, by how they are compressed. */
export interface CompressedFile {
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array;
  readonly br: Uint8Array;
}

/** How many files are remembered: the three of a brand, for four brands. */
const MOST_REMEMBERED = 12;
const remembered = new Map<string, CompressedFile>();

/**
 * Compresses a file, as well as can be. What was compressed for one surface is not compressed again
 * for the next: an application may have a surface for each of its hosts.
 */
export function compressFile(content: string): CompressedFile {
  const known = remembered.get(content);
  if (known) return known;
  const file = compress(content);
  remembered.set(content, file);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return file;
}

function compress(content: string): CompressedFile {
  const plain = Buffer.from(content);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return {
    plain,
    gzip: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
    br: brotliCompressSync(plain, quality),
  };
}

/** The SHA-256 of a text: in the alphabet of URLs for a name, in that of headers for a policy. */
export const hashOf = (content: string, alphabet: "base64" | "base64url"): string =>
  createHash("sha256").update(content).digest(alphabet);
