import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { until } from "./test-programs.mjs";
import { createVisitor, signUp } from "./visit.mjs";

const PASSWORD = "three green bicycles"; // that of `signUp`

async function signInByPassword(page, origin) {
  await page.goto(`${origin}/notes?of=today`);
  assert.equal(page.url(), `${origin}/sign-in?next=%2Fnotes%3Fof%3Dtoday`);
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByLabel("Password").fill("two green bicycles");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The email address or the password is wrong").waitFor();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Your notes" }).waitFor();
  assert.equal(page.url(), `${origin}/notes?of=today`);
}

async function signInByCode(page, origin, printed) {
  await page.goto(`${origin}/sign-in?next=/.//evil.example`);
  await page.getByLabel("Email address").fill("lin@example.com");
  await page.getByRole("button", { name: "Mail me a code" }).click();
  const mail = /lin@example\.com: .*\b(\d{6})\b/;
  await until(() => mail.test(printed()), "a code is mailed after the answer");
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: /code/ }).waitFor();
  await page.getByLabel("Code").fill(mail.exec(printed())[1]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Your notes" }).waitFor();
  assert.equal(page.url(), `${origin}/notes`);
}

/** The own page signs in by password and by mailed code, and leads nowhere else. */
export async function proveOwnSignIn(origin, printed) {
  await signUp(createVisitor(origin), "ada@example.com");
  const executablePath = process.env["CHROMIUM"] || "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await signInByPassword(page, origin);
    await page.getByLabel("New note").fill("Engines");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("listitem").filter({ hasText: "Engines" }).waitFor();

    // The session ends elsewhere. The layout stays as it is, and the next page looks itself.
    const answer = await page.request.post(`${origin}/api/auth/sign-out`, { data: {} });
    assert.equal(answer.status(), 200);
    await page.getByRole("link", { name: "Profile" }).click();
    await page.waitForURL(`${origin}/sign-in?next=%2Fprofile`);
    await signInByCode(page, origin, printed);
  } finally {
    await browser.close();
  }
}
