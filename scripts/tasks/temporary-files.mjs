import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";
/** In bytes, more than twice of what the databases of a run take together. */
const ROOM = 4 * 1024 ** 3;

/**
 * Returns the environment in which tests keep their temporary files in memory, in a folder that goes with this process: databases by the hundred are made and
 * removed, which took a fifth of the time of the tests on a disk. The environment as it is where it names a folder itself, or where memory has no room.
 * @param {NodeJS.ProcessEnv} env
 * @param {(folder: string) => number} [roomIn] How many bytes are free in a folder; throws when there is none.
 * @param {string} [memory] The folder whose files are in memory.
 * @returns {NodeJS.ProcessEnv}
 */
export function withTemporaryFilesInMemory(env, roomIn = freeBytesIn, memory = MEMORY) {
  if (env["TMPDIR"] !== undefined || !hasRoom(memory, roomIn)) return env;
  const folder = mkdtempSync(join(memory, "auth-tests-"));
  // As that of all temporary files: for root, Postgres runs as another user, who makes and removes folders.
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return { ...env, TMPDIR: folder };
}

/** @param {string} memory @param {(folder: string) => number} roomIn */
function hasRoom(memory, roomIn) {
  try {
    return roomIn(memory) >= ROOM;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function freeBytesIn(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
