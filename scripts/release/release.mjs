import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Failure, mustRun, ROOT } from "../tasks/command.mjs";
import { prepare, versionOf } from "./prepare.mjs";
import { publish } from "./publish.mjs";
import { fetchRelease } from "./push.mjs";
import { refusalsOf } from "./refusals.mjs";
import { publishingOptions } from "./registry.mjs";
import { readRelease, SHELF } from "./shelf.mjs";

/** @typedef {import("./prepare.mjs").Prepared} Prepared */

/**
 * Makes a release and publishes it, unless it shall only be packed or rehearsed.
 * @param {{ rehearsal: boolean, onlyPack: boolean }} options
 */
export async function makeRelease({ rehearsal, onlyPack }) {
  const refusals = await refusalsOf(ROOT);
  if (!rehearsal && refusals.length > 0) throw new Failure(refusals.join("\n"));
  const prepared = await prepare({ isBuilt: false });
  if (prepared) await showPlan(prepared);
  for (const refusal of refusals) console.log(`\nA release would be refused now. ${refusal}`);
  if (rehearsal) console.log("\nNothing was changed and nothing was published.");
  else if (prepared) await carryOut(prepared, { onlyPack });
}

/** @param {Prepared} prepared */
async function showPlan({ copy, version, section, packages }) {
  const { registry, provenance } = await publishingOptions();
  const bill = JSON.parse(readFileSync(join(copy, "tarballs/sbom.cdx.json"), "utf8"));
  console.log(`\nRelease ${version}, from ${versionOf(ROOT)}\n`);
  console.log(section);
  console.log(`Tag: v${version}, on a commit "release: ${version}"`);
  console.log(`Bill of materials: sbom.cdx.json, ${bill.components.length} components`);
  console.log(`Registry: ${registry}`);
  console.log(
    `Access: public. Provenance: ${provenance ? "yes" : "no, only from GitHub Actions"}.`,
  );
  console.log("Published in this order:");
  for (const { name, tarball } of packages) {
    const kilobytes = Math.ceil(readFileSync(tarball).length / 1_000);
    console.log(`  ${name}@${version}`.padEnd(36), `${kilobytes} kB`.padStart(8));
  }
}

/** The commit and the tag come before anything is published. @param {Prepared} prepared @param {{ onlyPack: boolean }} options */
async function carryOut(prepared, { onlyPack }) {
  rmSync(SHELF, { recursive: true, force: true });
  cpSync(join(prepared.copy, "tarballs"), SHELF, { recursive: true });
  if (onlyPack) {
    console.log("\nIt stands in tarballs. Nothing was published.");
    return;
  }
  const release = readRelease(SHELF);
  const tag = await fetchRelease(release);
  await mustRun("git", ["merge", "--quiet", "--ff-only", tag]);
  await publish(release);
  console.log("What was published is in tarballs. Now: npm run release -- --push");
}
