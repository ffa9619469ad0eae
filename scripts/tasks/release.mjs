import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { Failure, mustRun, ROOT } from "./command.mjs";
import { pack } from "./pack.mjs";

const CHANGESET = join(ROOT, "node_modules/.bin/changeset");

/** @type {Readonly<Record<string, () => Promise<unknown>>>} */
const STEPS = {
  /**
   * Counts the versions and moves what waits in `.changeset` into CHANGELOG.md; a maintainer reads
   * the diff and commits it.
   */
  version: async () => {
    const { readChangesets, writeRelease } = await import("../release/changelog.mjs");
    const changesets = readChangesets(ROOT);
    await mustRun(CHANGESET, ["version"]);
    const { version } = JSON.parse(readFileSync(join(ROOT, "packages/core/package.json"), "utf8"));
    writeRelease(ROOT, { version, date: new Date().toISOString().slice(0, 10), changesets });
  },
  /**
   * Builds, and publishes every package whose version the registry does not have: what broke off is
   * finished by the same command.
   */
  publish: async () => {
    await build();
    await mustRun(CHANGESET, ["publish"]);
  },
  /** The tarballs and their bill of materials, `sbom.cdx.json`, in `tarballs`. */
  bill: async () => {
    await pack([]);
    const { writeBill } = await import("../release/bill-of-materials.mjs");
    await writeBill(join(ROOT, "tarballs"));
  },
};

/** One step of a release. @param {readonly string[]} args */
export async function release([step = ""]) {
  const run = Object.hasOwn(STEPS, step) ? STEPS[step] : undefined;
  if (!run)
    throw new Failure(`There is no step "${step}". There are: ${Object.keys(STEPS).join(", ")}.`);
  await run();
  return 0;
}
