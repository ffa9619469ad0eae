import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { testProvider } from "../provider.js";
import { axeFaults, smallTargets } from "./document-browser.js";
import { servedWorld } from "./served-world.js";

const ADA = "ada@example.com";
const COMMON = "password1";
const everyWay = servedWorld({
  auth: {
    appName: "Nordlicht",
    signInOrder: ["code", "link", "password", "passkey", "provider"],
    identityProviders: [
      testProvider({ id: "google", name: "Google" }),
      testProvider({ id: "github", name: "GitHub" }),
    ],
    passwordBlocklist: "warn",
  },
});
const passwordsOnly = servedWorld({
  auth: {
    appName: "Nordlicht",
    signInMethods: { emailOtp: false, magicLink: false },
    passwordBlocklist: "warn",
    signUp: { domains: ["example.com"] },
  },
});

/** What is looked at: each page as a person comes to it. */
type Look = (name: string) => Promise<void>;

const press = async (page: Page, selector: string): Promise<void> => {
  await Promise.all([page.waitForLoadState("load"), page.locator(selector).first().click()]);
  await page.waitForLoadState("load");
};
const submit = (page: Page, action: string): Promise<void> =>
  press(page, `main form[action="${action}"] button[type=submit]:visible`);

async function type(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields))
    await page.locator(`main [name=${name}]:visible`).fill(value);
}

/** Asks for another code a minute later: until then, the script counts down on the button. */
async function resend(page: Page): Promise<void> {
  everyWay().world.clock.advance(60_000);
  await page.goto("/sign-in/code");
  await submit(page, "/sign-in/code/resend");
}

/** A sign-in by code, its other ways, a link, a password, and the proof on /confirm. */
async function walkEveryWay(page: Page, look: Look, email: string): Promise<void> {
  const { world } = everyWay();
  await page.goto("/sign-in");
  await look("sign-in");
  await page.goto("/sign-in?error=access_denied&provider=google");
  await look("sign-in-declined");
  await type(page, { email: "nora@example" });
  await submit(page, "/sign-in");
  await look("sign-in-refused");
  await type(page, { email });
  await submit(page, "/sign-in");
  await look("code");
  await resend(page);
  await look("code-resent");
  const code = await world.codeFor(email);
  await page.locator("main [name=code]").fill(code === "111111" ? "222222" : "111111");
  if (page.url().endsWith("/sign-in/code")) await submit(page, "/sign-in/code").catch(() => null);
  await page.locator("[aria-invalid=true]").waitFor();
  await look("code-wrong");
  await submit(page, "/sign-in/link");
  await look("link");
  await press(page, 'a[href="/sign-in/password"]');
  await look("password");
  await type(page, { password: "wrong horse battery" });
  await submit(page, "/sign-in/password");
  await look("password-wrong");
  await press(page, 'a[href^="/forgot-password"]');
  await look("forgot-password");
  await submit(page, "/forgot-password");
  await look("forgot-password-sent");
  await page.goto("/reset-password?error=INVALID_TOKEN");
  await look("reset-dead");
  await page.goto("/sign-in/password");
  await submit(page, "/sign-in/code/resend");
  for (let sent = 0; sent < 4; sent++) await resend(page);
  await look("code-too-many");
}

async function walkSignedIn(page: Page, look: Look, email: string): Promise<void> {
  const { world } = everyWay();
  await page.goto("/sign-in");
  await type(page, { email });
  await submit(page, "/sign-in");
  await page.locator("main [name=code]").fill(await world.codeFor(email));
  if (page.url().endsWith("/sign-in/code")) await submit(page, "/sign-in/code").catch(() => null);
  await page.waitForURL("**/welcome");
  await look("welcome");
  await press(page, "button[value=later]");
  await page.goto("/confirm?next=%2Faccount%2Fdata");
  await look("confirm");
  await press(page, "form:has([name=send][value=link]) button");
  await look("confirm-link-sent");
  await press(page, "form:has([name=send][value=code]) button");
  await look("confirm-code-sent");
  await page.goto("/sign-out");
}

async function walkSignUp(page: Page, look: Look, email: string): Promise<void> {
  const { world } = passwordsOnly();
  await page.goto("/sign-in");
  await look("only-password");
  await press(page, 'a[href^="/sign-up"]');
  await look("sign-up");
  await type(page, { email: "nora@other.example", password: "correct horse battery" });
  await submit(page, "/sign-up");
  await look("sign-up-refused");
  await type(page, { email, password: COMMON });
  await submit(page, "/sign-up");
  await page.waitForURL("**/welcome");
  await look("welcome-common");
  await page.goto("/confirm?next=%2Faccount%2Fdata");
  await look("confirm-password");
  await type(page, { password: "wrong horse battery" });
  await submit(page, "/confirm");
  await look("confirm-password-wrong");
  await page.context().clearCookies({ name: "session" });
  await page.context().clearCookies({ name: "auth.session" });
  await page.goto("/forgot-password");
  await type(page, { email });
  await submit(page, "/forgot-password");
  await world.auth.settle({ within: 10_000 });
  await page.goto(world.inbox.linkFor(email));
  await look("reset");
  await type(page, { password: COMMON });
  await submit(page, "/reset-password");
  await look("reset-common");
}

describe("the pages of a sign-in, with what their script does to them", () => {
  const walks = { everyWay: walkEveryWay, signedIn: walkSignedIn, signUp: walkSignUp };
  const patience = { timeout: 240_000 };
  it.each(Object.entries(walks))("%s: are accessible", patience, async (name, walk) => {
    const running = name === "signUp" ? passwordsOnly() : everyWay();
    const viewport = { width: 390, height: 844 };
    const { context, complaints } = await running.visitor({ viewport });
    const page = await context.newPage();
    const faults: string[] = [];
    await walk(
      page,
      async (shown) => {
        const found = [...(await axeFaults(page)), ...(await smallTargets(page))];
        faults.push(...found.map((fault) => `${shown}: ${fault}`));
      },
      `${name.toLowerCase()}.${ADA}`,
    );
    expect(faults).toEqual([]);
    expect(complaints.filter((each) => !/status of 4\d\d/.test(each))).toEqual([]);
    await context.close();
  });
});
