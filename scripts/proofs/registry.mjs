import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, mustRun, run } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";

const VERDACCIO = "6.1.6";
/** A dependency of its dependencies names a tag, which registries may lack. */
const OVERRIDES = { "node-fetch": "2.7.0" };
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 200;

/**
 * Starts a registry of its own: it keeps `@acme/*` and takes everything else from the one that npm is configured with.
 * @param {string} folder @returns {Promise<{ userConfig: string, stop: () => Promise<void> }>} `userConfig` is what npm knows after `npm login` there.
 */
export async function startRegistry(folder) {
  mkdirSync(folder);
  const dependencies = { verdaccio: VERDACCIO };
  const manifest = { private: true, dependencies, overrides: OVERRIDES };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  await mustRun("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, quiet: true });
  const { stdout } = await run("npm", ["config", "get", "registry"], { quiet: true });
  // What is JSON is YAML too.
  writeFileSync(join(folder, "config.yaml"), JSON.stringify(configOf(stdout.trim())));
  const address = `127.0.0.1:${await freePort()}`;
  const end = new AbortController();
  const program = join(folder, "node_modules/verdaccio/bin/verdaccio");
  const running = run(
    process.execPath,
    [program, "--config", join(folder, "config.yaml"), "--listen", address],
    { cwd: folder, quiet: true, until: end.signal },
  );
  const stop = async () => {
    end.abort();
    await running;
  };
  try {
    const token = await logIn(address);
    const userConfig = join(folder, "npmrc");
    const lines = [`registry=http://${address}/`, `//${address}/:_authToken=${token}`, ""];
    writeFileSync(userConfig, lines.join("\n"));
    return { userConfig, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** @param {string} upstream */
const configOf = (upstream) => ({
  storage: "./storage",
  auth: { htpasswd: { file: "./htpasswd" } },
  uplinks: { upstream: { url: upstream, timeout: "60s", max_fails: 100 } },
  packages: {
    "@acme/*": { access: "$all", publish: "$authenticated" },
    "**": { access: "$all", proxy: "upstream" },
  },
  max_body_size: "100mb",
  log: { type: "stdout", format: "json", level: "error" },
});

/** What `npm login` does, when the registry answers. @param {string} address @returns {Promise<string>} */
async function logIn(address) {
  const user = { name: "maintainer", password: "three green bicycles", type: "user" };
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += POLL_MS) {
    const answer = await fetch(`http://${address}/-/user/org.couchdb.user:${user.name}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...user, _id: `org.couchdb.user:${user.name}` }),
    }).catch(() => null);
    if (answer?.ok) return /** @type {{ token: string }} */ (await answer.json()).token;
    await sleep(POLL_MS);
  }
  throw new Failure("The registry does not start.");
}
