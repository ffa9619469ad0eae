import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

/**
 * Where Linux keeps files in memory, and how many bytes of it a run may need: more than twice what
 * its databases take together.
 */
const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;

/**
 * Returns the environment in which tests keep their temporary files in memory, in a folder that
 * goes with this process: databases by the hundred are made and removed, which took a fifth of the
 * time of the tests on a disk. The environment as it is where it names a folder itself, or where
 * memory has no room.
 * @param {NodeJS.ProcessEnv} env @returns {NodeJS.ProcessEnv}
 */
export function withTemporaryFilesInMemory(env) {
  if (env["TMPDIR"] || !hasRoom()) return env;
  const folder = mkdtempSync(`${MEMORY}/auth-tests-`);
  // As that of all temporary files: for root, Postgres runs as another user, who makes and removes
  // folders.
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return { ...env, TMPDIR: folder };
}

/** Nor where programs may not be run, as some tests do. */
function hasRoom() {
  if (!existsSync(MEMORY) || !existsSync("/proc/mounts")) return false;
  const [, options = "noexec"] =
    /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync("/proc/mounts", "utf8")) ?? [];
  const { bavail, bsize } = statfsSync(MEMORY);
  return !options.split(",").includes("noexec") && Math.min(bavail * bsize, freemem()) >= ROOM;
}
