import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { PORT, whileRunning } from "./visit.mjs";

const EMAIL = "ada@example.com";
const TIMEOUT_MS = 30_000;

async function freePort() {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** The code of the newest mail, which its subject names. */
async function newestCode(known) {
  for (let waited = 0; waited < TIMEOUT_MS; waited += 100) {
    const inbox = await (await fetch(`http://localhost:${PORT}/dev/inbox`)).text();
    const code = /\b\d{6}\b(?= is your)/.exec(inbox)?.[0];
    if (code && code !== known) return code;
    await sleep(100);
  }
  throw new Error("no mail with a code came");
}

async function provePages(origin, browser) {
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(`${origin}/account`);
  await page.getByRole("heading", { name: "Sign in or create an account" }).waitFor();
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  const code = await newestCode();
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByText(`Signed in as ${EMAIL}`).waitFor();
  assert.equal(page.url(), `${origin}/account`);
  await page.getByRole("link", { name: "Passkeys" }).click();
  await page.getByRole("heading", { name: "Security" }).waitFor();
  await page.goto(`${origin}/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in or create an account" }).waitFor();
  await page.goto(origin);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Sign in or create an account" }).waitFor();

  await page.goto(`${origin}/better-auth`);
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code").fill(await newestCode(code));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(`Signed in as ${EMAIL}`).waitFor();
  assert.deepEqual(
    (await page.context().cookies()).filter(({ httpOnly }) => !httpOnly),
    [],
  );
}

it("leads to the sign-in and back to the guarded page, and signs in with the official better-auth client", async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const env = {
    PORT,
    SERVICE_AUTH_URL: `http://localhost:${PORT}`,
    PAGES: "on",
    APP_HOME_URL: origin,
  };
  await whileRunning(
    ["node_modules/@acme/auth-server/dist/main.js", "serve"],
    async () => {
      const vite = ["node_modules/vite/bin/vite.js", "preview", "--port", String(port)];
      const preview = spawn(process.execPath, vite, { stdio: ["ignore", "pipe", "inherit"] });
      const browser = await chromium.launch({
        executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
        args: ["--no-sandbox"],
      });
      try {
        await once(preview.stdout, "data");
        await provePages(origin, browser);
      } finally {
        await browser.close();
        preview.kill();
      }
    },
    { env },
  );
});
