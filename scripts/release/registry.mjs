import { Failure, run } from "../tasks/command.mjs";

/** GitHub Actions gives this to a job that may ask for an identity token; npm signs the provenance with it. */
const IDENTITY = "ACTIONS_ID_TOKEN_REQUEST_URL";

/** @returns {Promise<{ registry: string, provenance: boolean }>} The registry is the one that npm is configured with. */
export async function publishingOptions() {
  const { stdout } = await run("npm", ["config", "get", "registry"], { quiet: true });
  return { registry: stdout.trim(), provenance: process.env[IDENTITY] !== undefined };
}

/** @param {string} spec @param {string} registry @returns {Promise<string | null>} The integrity of what the registry has; null when it has nothing. */
export async function publishedIntegrity(spec, registry) {
  const args = ["view", spec, "version", "dist.integrity", "--json", `--registry=${registry}`];
  const { code, stdout, output } = await run("npm", args, { quiet: true });
  if (code === 0 && stdout.trim() === "") return null;
  if (code === 0) return JSON.parse(stdout)["dist.integrity"] ?? "not told";
  if (output.includes("E404")) return null;
  throw new Failure(`${registry} does not say whether it has ${spec}:\n${output}`);
}
