import { describe, expect, it } from "vitest";
import { ADA, enter, openAccount } from "../../test/account-world.js";
import { type Browser, hiddenFields, plainText } from "../../test/browser.js";
import { openWorld } from "../../test/open-world.js";
import { passkeyDevice } from "../../test/passkeys.js";
import { comeBack, testProvider } from "../../test/provider.js";

const BOB = "bob@example.com";
const FRESH = "/account/security/passkeys/new";
const WITH = "/sign-in/with/idp";

/** A world in which Ada's session is not fresh any more. */
async function openStale(options: Parameters<typeof openAccount>[0] = {}) {
  const opened = await openAccount(options);
  opened.world.clock.advance(opened.world.auth.policy.sessionFreshness);
  return opened;
}

/** The address that the browser is signed in with; null when it is not. */
async function whoIs(browser: Browser): Promise<string | null> {
  const { status, html } = await browser.ask("GET", "/api/auth/get-session");
  return status === 200 ? (/"email":"([^"]*)"/.exec(html)?.[1] ?? null) : null;
}

describe("the proof of another user", () => {
  it("by passkey is refused above the form, and signs neither of them in", async () => {
    const { world, browser } = await openStale();
    const device = passkeyDevice();
    await device.add(await enter(world, BOB));
    const fields = { next: FRESH, ...(await device.use(browser)) };
    const refused = await browser.post("/confirm", fields);
    expect([refused.status, refused.url]).toEqual([401, "/confirm"]);
    expect(plainText(refused.html)).toContain("This passkey isn't one of yours.");
    // The service knows it: told of an unknown one, the device would drop it.
    expect(refused.html).not.toContain("data-passkey-unknown");
    expect(refused.cookies.some((cookie) => cookie.includes("session"))).toBe(false);
    expect(await whoIs(browser)).toBe(ADA);
    expect((await browser.open(FRESH)).heading).toBe("Confirm it's you");
  });

  it("by code is that of the signed-in user's address, whatever the form says", async () => {
    const { world, browser } = await openStale();
    const other = world.newBrowser();
    const ofBob = await other.post("/sign-in", { email: BOB });
    const code = await world.codeFor(BOB);
    const { step = "" } = hiddenFields(ofBob, "/sign-in/code");
    const refused = await browser.post("/confirm", { next: FRESH, step, code });
    expect([refused.status, await whoIs(browser)]).toEqual([400, ADA]);
    expect((await other.submit(ofBob, "/sign-in/code", { code })).url).toBe("/welcome");
  });

  it("by password is that of the signed-in user's address, whatever the form says", async () => {
    const { world, browser } = await openStale();
    await world.signUp(world.newBrowser(), BOB, "another horse battery");
    const fields = { email: BOB, username: BOB, password: "another horse battery" };
    const refused = await browser.post("/confirm", { next: FRESH, ...fields });
    expect([refused.status, await whoIs(browser)]).toEqual([401, ADA]);
  });
});

describe("a proof by a provider", () => {
  const auth = {
    identityProviders: [testProvider(), testProvider({ id: "other", name: "Other" })],
    signInMethods: { emailOtp: false, magicLink: false, password: false, passkey: false },
  };

  /** Ada has an account by the provider alone. */
  async function openByProvider() {
    const world = await openWorld({ auth });
    const browser = world.newBrowser();
    const away = await browser.submit(await browser.open("/sign-in"), WITH);
    const welcome = await comeBack(browser, away, { code: ADA });
    await browser.submit(welcome, "/welcome", { name: "Ada", choice: "later" });
    return { world, browser };
  }
  const sessionIdOf = async (browser: Browser): Promise<string | undefined> =>
    /"session":\{[^}]*?"id":"([^"]*)"/.exec(
      (await browser.ask("GET", "/api/auth/get-session")).html,
    )?.[1];

  async function openConfirm() {
    const { world, browser } = await openByProvider();
    world.clock.advance(world.auth.policy.sessionFreshness);
    const page = await browser.open(`/confirm?next=${encodeURIComponent("/account/data")}`);
    return { world, browser, page };
  }

  it("is offered where one is linked, and renews the session", async () => {
    const { browser, page } = await openConfirm();
    expect(plainText(page.html)).toContain("Continue with Acme ID");
    expect(plainText(page.html)).not.toContain("Continue with Other");
    const before = await sessionIdOf(browser);
    const away = await browser.submit(page, WITH);
    const done = await comeBack(browser, away, { code: ADA });
    expect(done.url).toBe("/account/data");
    expect([before, await sessionIdOf(browser)]).toEqual([before, before]);
    expect(before).toMatch(/./);
  });

  it("leads back to the page, with the name of the provider, when it failed", async () => {
    const { browser, page } = await openConfirm();
    const away = await browser.submit(page, WITH);
    const back = await comeBack(browser, away, { error: "access_denied" });
    expect([back.heading, new URL(back.url, "https://x").pathname]).toEqual([
      "Confirm it's you",
      "/confirm",
    ]);
    expect(plainText(back.html)).toContain(
      "Acme ID didn't sign you in. Try again, or use another way.",
    );
    const again = await browser.submit(back, WITH);
    expect((await comeBack(browser, again, { code: ADA })).url).toBe("/account/data");
  });

  it("with another account takes nothing over of the session before", async () => {
    const { world, browser, page } = await openConfirm();
    const before = await sessionIdOf(browser);
    const away = await browser.submit(page, WITH);
    const other = await comeBack(browser, away, { code: BOB });
    expect([other.url, await whoIs(browser)]).toEqual(["/welcome", BOB]);
    expect(await sessionIdOf(browser)).not.toBe(before);
    const ada = await world.auth.users.findByEmail(world.addressOf(ADA));
    const bob = await world.auth.users.findByEmail(world.addressOf(BOB));
    const accountsOf = async (browserOf: Browser) =>
      (await browserOf.ask("GET", "/api/auth/list-accounts")).html;
    expect(await accountsOf(browser)).toContain(BOB);
    expect(await accountsOf(browser)).not.toContain(ADA);
    expect(ada?.id).not.toBe(bob?.id);
    // What was asked of Ada is not asked of Bob.
    const confirm = await browser.open("/confirm");
    expect(plainText(confirm.html)).toContain(`You're signed in as ${BOB}.`);
  });
});
