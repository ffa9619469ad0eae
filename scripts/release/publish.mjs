import { join } from "node:path";
import { Failure, mustRun } from "../tasks/command.mjs";
import { publishedIntegrity, publishingOptions } from "./registry.mjs";

/**
 * Publishes what the registry does not have yet, in this order; nothing when it has one of them with other content.
 * @param {import("./shelf.mjs").Release} release
 */
export async function publish({ folder, version, packages }) {
  const { registry, provenance } = await publishingOptions();
  const missing = /** @type {import("./shelf.mjs").Packed[]} */ ([]);
  for (const each of packages) {
    const spec = `${each.name}@${version}`;
    const published = await publishedIntegrity(spec, registry);
    if (published === null) missing.push(each);
    else if (published === each.integrity) console.log(`${spec} is there already`);
    else
      throw new Failure(
        `${registry} has ${spec} with other content than ${join(folder, each.file)}: ${published} instead of ${each.integrity}. A version is published once, so nothing was published now. Finish the release with the tarballs that it was begun with, or make the next one.`,
      );
  }
  for (const { file } of missing) {
    const args = [
      "--access=public",
      "--ignore-scripts",
      `--provenance=${String(provenance)}`,
      `--registry=${registry}`,
    ];
    // npm may ask for a one-time password.
    await mustRun("npm", ["publish", join(folder, file), ...args], { interactive: true });
  }
  console.log(`\n${version} is published.`);
}
