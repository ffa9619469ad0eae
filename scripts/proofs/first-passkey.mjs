import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, mustRun, ROOT } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";

/** @typedef {import("playwright-core").Page} Page */

const CHROMIUM = process.env["CHROMIUM"] || "/usr/bin/chromium";
const EMAIL = "ada@example.com";
const PATIENCE_MS = 600_000;
const POLL_MS = 200;

/**
 * What a newcomer does in their first minutes, headless: clones the repository, types `npm run example`, creates an account in the page that opens, adds
 * a passkey, signs out and signs in with it. Prints the seconds from the start to each of these.
 */
export async function proveFirstPasskey() {
  if (!existsSync(CHROMIUM)) throw new Failure(`There is no Chromium at ${CHROMIUM}.`);
  const folder = mkdtempSync(join(tmpdir(), "first-passkey-"));
  const begun = Date.now();
  const reached = (/** @type {string} */ milestone) =>
    console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${milestone}`);
  try {
    await mustRun("git", ["clone", "--quiet", ROOT, folder], { cwd: tmpdir() });
    reached("cloned");
    const urls = {
      SERVICE_AUTH_URL: `http://localhost:${await freePort()}`,
      APP_URL: `http://localhost:${await freePort()}`,
    };
    await whileShown(folder, urls, async () => {
      reached("installed, built and started by `npm run example`");
      await signInByPasskey(urls, reached);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

/** @typedef {{ readonly SERVICE_AUTH_URL: string, readonly APP_URL: string }} Urls */

/** @param {string} folder @param {Urls} urls @param {() => Promise<void>} work */
async function whileShown(folder, urls, work) {
  // What the newcomer's shell has, and where two free ports are.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...urls, SERVICE_AUTH_SECRET: "x".repeat(44) };
  const example = spawn("npm", ["run", "example"], { cwd: folder, env, stdio: "inherit" });
  const ended = once(example, "exit");
  try {
    for (let waited = 0; !(await answers(urls.APP_URL)); waited += POLL_MS) {
      if (example.exitCode !== null || waited > PATIENCE_MS)
        throw new Failure("`npm run example` shows no page.");
      await sleep(POLL_MS);
    }
    await work();
  } finally {
    example.kill();
    await ended;
  }
}

const answers = (/** @type {string} */ url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** @param {Urls} urls @param {(milestone: string) => void} reached */
async function signInByPasskey({ SERVICE_AUTH_URL, APP_URL }, reached) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const attend = await addAuthenticator(page);
    await page.goto(`${APP_URL}/sign-up`);
    await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
    await page.getByLabel("Email address", { exact: true }).fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill("three green bicycles");
    await press(page, "Create account");
    await heading(page, "Profile");
    reached(`an account, and its mail at ${SERVICE_AUTH_URL}/dev/inbox`);
    await page.getByRole("link", { name: "Security", exact: true }).click();
    await attend(true);
    await press(page, "Add a passkey");
    await page.getByText("The passkey is added").waitFor();
    await attend(false);
    reached("a passkey");
    await press(page, "Sign out");
    await heading(page, "Sign in");
    await attend(true);
    // The page offers it in the field too: whichever is first signs in.
    await Promise.race([press(page, "Use a passkey"), heading(page, "Profile")]).catch(() => null);
    await heading(page, "Profile");
    reached("signed in by passkey");
  } finally {
    await browser.close();
  }
}

const press = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.getByRole("button", { name, exact: true }).click();
const heading = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** Gives the page the authenticator of a device. Returns how its owner attends to it. @param {Page} page */
async function addAuthenticator(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return (/** @type {boolean} */ enabled) =>
    session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
}
