import { spawn } from "node:child_process";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { exitCodeOf } from "@acme/auth-testing/exit-code-of";
import { stringMatching } from "@acme/auth-testing/matchers";
import { addVirtualAuthenticator } from "@acme/auth-testing/playwright";
import { parseJson } from "@acme/auth-testing/read-json";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { complaintsIn, launchChromium } from "../packages/server/test/browser/chromium.js";
import { copyCheckout } from "./proofs/copy-checkout.mjs";
import { freePort } from "./tasks/free-port.mjs";

const ROOT = join(import.meta.dirname, "..");
const STAMP = join("node_modules", ".install-stamp");
const EMAIL = "ada@example.com";

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** `npm start` in a clone in which nothing has run yet, but that is installed. */
async function firstStart() {
  const checkout = copyCheckout();
  symlinkSync(join(ROOT, ".tools"), join(checkout, ".tools"));
  cpSync(join(ROOT, STAMP), join(checkout, STAMP));
  const { PATH, HOME } = process.env;
  const port = await freePort();
  const npm = spawn("npm", ["start"], {
    cwd: checkout,
    env: { PATH, HOME, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = exitCodeOf(npm);
  onTestFinished(async () => {
    npm.kill("SIGTERM");
    await ended;
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain('"event":"listening"');
  return { url: `http://localhost:${port}`, checkout, output: () => output };
}

it("npm start alone leads a person to an account with a passkey, within two minutes", async () => {
  const from = performance.now();
  const { url, checkout, output } = await firstStart();
  expect(parseEnv(readFileSync(join(checkout, ".env"), "utf8"))).toEqual({
    SERVICE_AUTH_SECRET: stringMatching(/^[\w+/]{43}=$/),
    SERVICE_AUTH_URL: url,
    PAGES: "on",
  });
  expect(output()).toContain("Welcome! This is the first start");
  expect(output()).not.toMatch(/"level":"(warn|error)"/);

  const context = await browser.newContext({ baseURL: url, locale: "en-US" });
  onTestFinished(() => context.close());
  const complaints = complaintsIn(context);
  const page = await context.newPage();
  const authenticator = await addVirtualAuthenticator(page, { present: false });
  await page.goto("/");
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Enter the code" }).waitFor();
  await page.getByLabel("Code").pressSequentially(await mailedCode(url));
  await page.getByRole("heading", { name: "What should we call you?" }).waitFor();
  await page.locator("[name=name]").fill("Ada");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.waitForURL("**/account/security/passkeys/new");
  await authenticator.attend(true);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.waitForURL(/\/account$/);
  expect(await page.locator("[name=name]").inputValue()).toBe("Ada");
  expect(await authenticator.passkeys()).toMatchObject([{ rpId: "localhost" }]);
  await page.goto("/account/security");
  expect(await page.locator("#passkeys").innerText()).not.toContain("No passkeys");
  expect(complaints).toEqual([]);
  expect(performance.now() - from).toBeLessThan(120_000);
});

/** The code that was mailed last, as the development inbox has it. */
async function mailedCode(url: string): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      const reply = await fetch(`${url}/dev/inbox.json`);
      const [mail] = parseJson(await reply.text(), [{ to: "string", codes: ["string"] }]);
      return (code = mail?.codes[0] ?? "");
    })
    .not.toBe("");
  return code;
}
