// What the scripts of an application do in Chromium whose page /notes is for people who are signed
// in, and lists what its form has written.
import assert from "node:assert/strict";

const TIMEOUT_MS = 60_000;
const SIGN_IN = "Sign in or create an account";

/** @param {string} origin */
export async function proveNotesInBrowser(origin) {
  const { chromium } = await import("playwright-core");
  const executablePath = process.env["CHROMIUM"] || "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const heading = (name) => page.getByRole("heading", { name }).waitFor();
    const post = async (path, data) => {
      const headers = { Origin: origin };
      assert.equal((await page.request.post(origin + path, { data, headers })).status(), 200);
    };
    const write = async (text) => {
      await page.getByLabel("Note").fill(text);
      await page.getByRole("button", { name: "Write" }).click();
    };
    const ledToSignIn = async () => {
      await heading(SIGN_IN);
      assert.equal(page.url(), `${origin}/auth/sign-in?next=%2Fnotes`);
    };
    await page.goto(origin);
    await page.getByRole("link", { name: "Sign in" }).click();
    await ledToSignIn();

    const ada = { email: `browser-${Date.now()}@example.com`, password: "three green bicycles" };
    await post("/api/auth/sign-up/email", { ...ada, name: "Ada" });
    await page.goto(origin, { waitUntil: "networkidle" });
    await page.evaluate(() => (globalThis.isSameDocument = true));
    await page.getByRole("link", { name: "Your notes" }).click();
    await heading("Your notes");
    await write(" ");
    await page.getByRole("alert").waitFor();
    await write("Bake bread");
    await page.getByRole("listitem").filter({ hasText: "Bake bread" }).waitFor();
    assert.equal(await page.evaluate(() => globalThis.isSameDocument), true);

    await post("/api/auth/sign-out", {});
    await write("Too late");
    await ledToSignIn();
    await post("/api/auth/sign-in/email", ada);
    await page.goto(origin, { waitUntil: "networkidle" });
    await post("/api/auth/sign-out", {});
    await page.getByRole("link", { name: "Your notes" }).click();
    await ledToSignIn();
  } finally {
    await browser.close();
  }
}
