import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, mustRun, ROOT } from "../tasks/command.mjs";

const CHROMIUM = process.env["CHROMIUM"] || "/usr/bin/chromium";
const SERVICE = "http://localhost:3020";
const PAGE = "http://localhost:3024";
const PATIENCE_MS = 1_800_000;

/** Clones the checkout, runs the one command of the README, and signs in with a passkey in a browser without a window. Prints how long each step took. */
export async function proveFirstHour() {
  const folder = mkdtempSync(join(tmpdir(), "first-hour-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const begun = Date.now();
  const say = (/** @type {string} */ what) =>
    console.log(`${what} after ${Math.round((Date.now() - begun) / 1_000)} s`);
  await mustRun("git", ["clone", "--quiet", ROOT, folder], { quiet: true });
  say("Cloned");
  const stop = await startExample(folder);
  try {
    say("The example answered");
    await signInByPasskey();
    say("Signed in with a passkey");
  } finally {
    await stop();
  }
  return 0;
}

/** Runs `npm run example` until both of its URLs answer. @param {string} folder @returns {Promise<() => Promise<void>>} */
async function startExample(folder) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: "3020", SERVICE_AUTH_URL: SERVICE, APP_URL: PAGE };
  const child = spawn("npm", ["run", "example"], { cwd: folder, env, detached: true });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, "SIGTERM");
    await ended;
  };
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    if (output.includes(`The example is at ${PAGE}`)) return stop;
    if (child.exitCode !== null) break;
  }
  await stop();
  throw new Failure(`npm run example did not come up:\n${output}`);
}

/** Signs up, adds a passkey, signs out, and signs in with nothing else. */
async function signInByPasskey() {
  const require = createRequire(join(ROOT, "packages/server/package.json"));
  const browser = await require("playwright-core").chromium.launch({
    executablePath: CHROMIUM,
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        // The offer of a passkey in the field would sign in by itself.
        automaticPresenceSimulation: false,
      },
    });
    const attend = (/** @type {boolean} */ enabled) =>
      session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    const press = (/** @type {string} */ name) =>
      page.getByRole("button", { name, exact: true }).click();
    await page.goto(`${PAGE}/sign-up`);
    await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("four words make a password");
    await press("Create account");
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    await page.goto(`${PAGE}/account/security`);
    await attend(true);
    await press("Add a passkey");
    await page.getByText("The passkey is added.").waitFor();
    await attend(false);
    await press("Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    // A ceremony that begins while nobody attends waits for ever.
    await attend(true);
    await press("Use a passkey");
    await page.getByRole("heading", { name: "Profile" }).waitFor();
  } finally {
    await browser.close();
  }
}
