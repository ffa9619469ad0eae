import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { pipeline as piped } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { FileStore } from "../ports/file-store.js";
import { openIfThere } from "./missing-file.js";

const KEY = /^[A-Za-z0-9._-]{1,200}$/;
const OWNER_ONLY = 0o600;

/**
 * Files in a folder of this machine, compressed and readable by this user alone. For one instance,
 * or a folder that all instances share.
 */
export function directoryFiles(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!KEY.test(key) || key.startsWith("."))
      throw new RangeError("a key is made of letters, digits, dots and dashes");
    return join(folder, `${key}.json.gz`);
  };

  return {
    async write(key, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await piped(content, createGzip(), createWriteStream(pathOf(key), { mode: OWNER_ONLY }));
    },

    async read(key) {
      const file = await openIfThere(pathOf(key));
      if (!file) return null;
      const expanded = createGunzip();
      // A reader that goes away closes the file; a fault reaches the reader.
      pipeline(file.createReadStream(), expanded, () => {});
      return expanded;
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
