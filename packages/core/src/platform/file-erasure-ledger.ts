import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { ErasureLedger } from "../ports/erasure-ledger.js";
import { isMissing, openIfThere } from "./missing-file.js";

const OWNER_ONLY = 0o600;
const NEWLINE = "\n".charCodeAt(0);

/**
 * A ledger of erasures in a file, one entry on each line, readable by this user alone. For the
 * processes of one machine. Keep the file apart from the database and out of its backups: an
 * operator who restores the file with the database restores the erased users too.
 * @param path The folder is made if it is not there.
 */
export const fileErasureLedger = (path: string): ErasureLedger => ({
  async append(entry) {
    const file = await openToAppend(path);
    try {
      // One write of a few bytes at the end: those of several processes do not mix. The rest of an
      // interrupted one keeps a line of its own.
      await file.appendFile(`${(await endsInLine(file)) ? "" : "\n"}${entry}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // A new file is durable once its folder is, also when another process has made it just now.
    await syncFolder(dirname(path));
  },

  async *list() {
    const file = await openIfThere(path);
    if (!file) return;
    for await (const line of file.readLines()) if (line !== "") yield line;
  },
});

async function openToAppend(path: string): Promise<FileHandle> {
  return open(path, "a+", OWNER_ONLY).catch(async (failure: unknown) => {
    if (!isMissing(failure)) throw failure;
    await makeFolder(dirname(path));
    return open(path, "a+", OWNER_ONLY);
  });
}

/** Each folder that is made is durable once the folder above it is. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const above = dirname(resolve(first));
  for (let made = resolve(path); made.length > above.length; made = dirname(made))
    await syncFolder(dirname(made));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === NEWLINE;
}
