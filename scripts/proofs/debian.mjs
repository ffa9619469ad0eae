import { existsSync } from "node:fs";
import { mustRun } from "../tasks/command.mjs";

/**
 * Installs a package of Debian for a proof, unless its program is there. Starts no service.
 * @param {string} program
 * @param {string} name
 */
export async function installFromDebian(program, name) {
  if (existsSync(program)) return;
  console.log(`Installing ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  await mustRun("apt-get", ["update", "-qq"], { env });
  await mustRun("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env });
}
