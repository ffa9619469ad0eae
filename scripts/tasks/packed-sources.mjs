import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Failure, run } from "./command.mjs";

/**
 * Unpacks a package and looks into it.
 * @param {string} tarball @param {(folder: string) => readonly string[]} faultsIn @returns {Promise<string | null>} What is wrong; null when nothing is.
 */
export async function faultsOfPacked(tarball, faultsIn) {
  const folder = mkdtempSync(join(tmpdir(), "auth-packed-"));
  try {
    const { code, output } = await run("tar", ["-xzf", tarball, "-C", folder], { quiet: true });
    if (code !== 0) throw new Failure(`${tarball} cannot be unpacked:\n${output}`);
    const faults = faultsIn(join(folder, "package"));
    return faults.length === 0 ? null : faults.join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * "Go to definition" in an application ends in our sources: every declaration and every module of a packed package has a map, every file that a map names
 * is in the package, once, and no tests are.
 * @param {string} folder An unpacked package. @returns {readonly string[]} What is wrong.
 */
export function sourceFaultsIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const built = files.filter((file) => /^dist\/.*(\.js|\.d\.ts)$/.test(file));
  return [
    ...files.filter((file) => /\.test(-d)?\.ts$/.test(file)).map((file) => `${file} is a test`),
    ...(built.length === 0 ? ["dist is empty"] : []),
    ...built.flatMap((file) => faultsOfMap(folder, `${file}.map`)),
  ];
}

/** @param {string} folder @param {string} map */
function faultsOfMap(folder, map) {
  const path = join(folder, map);
  if (!existsSync(path)) return [`${map} is missing`];
  const { sources, sourcesContent } = JSON.parse(readFileSync(path, "utf8"));
  const missing = /** @type {readonly string[]} */ (sources)
    .map((source) => relative(folder, join(dirname(path), source)))
    .filter((source) => !existsSync(join(folder, source)))
    .map((source) => `${map} leads to ${source}, which is not in the package`);
  return sourcesContent ? [...missing, `${map} repeats the sources`] : missing;
}
