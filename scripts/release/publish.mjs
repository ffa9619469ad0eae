import { Failure, mustRun, run } from "../tasks/command.mjs";

/** GitHub Actions gives this to a job that may ask for an identity token; npm signs the provenance with it. */
const IDENTITY = "ACTIONS_ID_TOKEN_REQUEST_URL";

/** @returns {Promise<{ registry: string, provenance: boolean }>} The registry is the one that npm is configured with. */
export async function publishingOptions() {
  const { stdout } = await run("npm", ["config", "get", "registry"], { quiet: true });
  return { registry: stdout.trim(), provenance: process.env[IDENTITY] !== undefined };
}

/**
 * Publishes what the registry does not have yet, in this order.
 * @param {readonly import("../tasks/package-checks.mjs").Published[]} packages @param {string} version
 */
export async function publish(packages, version) {
  const { registry, provenance } = await publishingOptions();
  for (const { name, tarball } of packages) {
    if (await isPublished(`${name}@${version}`, registry)) {
      console.log(`${name}@${version} is there already`);
      continue;
    }
    const args = [
      "--access=public",
      `--provenance=${String(provenance)}`,
      `--registry=${registry}`,
    ];
    // npm may ask for a one-time password.
    await mustRun("npm", ["publish", tarball, ...args], { interactive: true });
  }
}

/** @param {string} spec @param {string} registry */
async function isPublished(spec, registry) {
  const args = ["view", spec, "version", `--registry=${registry}`];
  const { code, stdout, output } = await run("npm", args, { quiet: true });
  if (code === 0) return stdout.trim() !== "";
  if (output.includes("E404")) return false;
  throw new Failure(`${registry} does not say whether it has ${spec}:\n${output}`);
}
