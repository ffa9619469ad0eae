import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
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
  if (env["TMPDIR"] || !hasRoom(memory, roomIn)) return env;
  const folder = mkdtempSync(join(memory, "auth-tests-"));
  // As that of all temporary files: for root, Postgres runs as another user, who makes and removes folders.
  chmodSync(folder, 0o1777);
  process.on("exit", () => removeFolder(folder));
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

/** What the file system would take, and memory has. Nothing where programs may not be run, as some tests do. @param {string} folder */
function freeBytesIn(folder) {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const [, , , options = "noexec"] =
    mounts.find((line) => line.split(" ")[1] === folder)?.split(" ") ?? [];
  if (options.split(",").includes("noexec")) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem());
}

/** What still writes there is not waited for. @param {string} folder */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (thrown) {
    console.error(`Not removed: ${folder}`, thrown);
  }
}
