import { describe, expect, it } from "vitest";
import { ADA, openAccount } from "../../test/account-world.js";
import { plainText } from "../../test/browser.js";
import { openWorld, PASSWORD, type WorldOptions } from "../../test/open-world.js";

type AuthChoices = NonNullable<WorldOptions["auth"]>;
const ONLY_PASSWORD: AuthChoices = { signInMethods: { emailOtp: false, magicLink: false } };
const PASSWORD_FIRST: AuthChoices = { signInOrder: ["password", "code", "link"] };
const APP = "https://app.example.com";
const NEXT = `?next=${encodeURIComponent(`${APP}/orders`)}`;
const COMMON = "password1";
const TOO_COMMON = "This password is on lists of common passwords: choose another one soon.";

describe("the way to the sign-up", () => {
  it.each(["/sign-in", "/sign-in/password"])("from %s keeps the target", async (from) => {
    const { newBrowser } = await openWorld({ auth: ONLY_PASSWORD });
    const browser = newBrowser();
    const start = await browser.open(`/sign-in${NEXT}`);
    const page =
      from === "/sign-in" ? start : await browser.submit(start, "/sign-in", { email: ADA });
    const [, link = ""] = /href="(\/sign-up[^"]*)"/.exec(page.html) ?? [];
    const signUp = await browser.open(link);
    expect(signUp.html).toContain(`/sign-in${NEXT}`);
    const fields = { email: ADA, password: PASSWORD };
    const short = await browser.submit(signUp, "/sign-up", { ...fields, password: "x" });
    const welcome = await browser.submit(short, "/sign-up", fields);
    const done = await browser.submit(welcome, "/welcome", { choice: "later" });
    expect(done.location).toBe(`${APP}/orders`);
  });
});

describe("a mailed code", () => {
  it("is new only when one was sent before", async () => {
    const { newBrowser } = await openWorld({ auth: PASSWORD_FIRST });
    const browser = newBrowser();
    const typed = await browser.post("/sign-in", { email: ADA });
    const first = await browser.submit(typed, "/sign-in/code/resend");
    expect([first.heading, first.html.includes("New code sent")]).toEqual([
      "Enter the code",
      false,
    ]);
    const second = await browser.submit(first, "/sign-in/code/resend");
    expect(second.html).toContain("New code sent");
  });

  it("that is one too many is refused above the form of the last one", async () => {
    const { auth, newBrowser } = await openWorld();
    const browser = newBrowser();
    let page = await browser.post("/sign-in", { email: ADA });
    for (let sent = 1; sent < auth.policy.mailsPerAddress; sent++)
      page = await browser.submit(page, "/sign-in/code/resend");
    const refused = await browser.submit(page, "/sign-in/code/resend");
    expect([refused.status, refused.heading]).toEqual([429, "Enter the code"]);
    expect(plainText(refused.html)).toContain("Too many codes. The last one still works.");
    expect(refused.html).toMatch(/role="alert"[^>]*tabindex="-1"[^>]*autofocus/);
    // A new attempt leads to the page that says so.
    const again = await browser.send("/sign-in", { email: ADA });
    expect([again.status, again.location]).toEqual([303, "/sign-in/code"]);
    const shown = await browser.open("/sign-in/code");
    expect([shown.status, plainText(shown.html).includes("Too many codes.")]).toEqual([200, true]);
  });

  it("that is one too many is refused on /confirm too", async () => {
    const { world, browser } = await openAccount();
    world.clock.advance(3_600_000);
    const send = { send: "code", next: "/account" };
    let page = await browser.post("/confirm", send);
    for (let sent = 0; sent < 10 && page.status === 200; sent++)
      page = await browser.submit(page, "/confirm", send);
    expect([page.status, page.heading]).toEqual([429, "Confirm it's you"]);
    expect(plainText(page.html)).toContain("Too many codes. The last one still works.");
  });
});

describe("a page of another way", () => {
  it("leads to that of the way that was taken", async () => {
    const { newBrowser } = await openWorld({ auth: PASSWORD_FIRST });
    const browser = newBrowser();
    const typed = await browser.post("/sign-in", { email: ADA });
    expect((await browser.open("/sign-in/link")).url).toBe("/sign-in/password");
    expect((await browser.open("/sign-in/code")).url).toBe("/sign-in/password");
    await browser.submit(typed, "/sign-in/link");
    expect((await browser.open("/sign-in/code")).url).toBe("/sign-in/link");
  });
});

describe("a new account that is not allowed", () => {
  it.each([
    [{ who: "invited" }, "You can't create an account here without an invitation."],
    [{ who: "off" }, "New accounts are closed."],
    [{ domains: ["acme.example"] }, "New accounts are closed for your domain."],
  ] as const)("is refused with the reason: %j", async (signUp, words) => {
    const world = await openWorld({ auth: { signUp } });
    const browser = world.newBrowser();
    const page = await browser.post("/sign-in", { email: ADA });
    const code = await world.codeFor(ADA);
    const refused = await browser.submit(page, "/sign-in/code", { code });
    expect([refused.status, plainText(refused.html).includes(words)]).toEqual([403, true]);
    const failed = await browser.open("/sign-in?error=sign_up_not_allowed");
    expect(plainText(failed.html)).toContain(words);
  });

  it("says on the page of the sign-up that it is the domain", async () => {
    const auth = { ...ONLY_PASSWORD, signUp: { domains: ["acme.example"] } };
    const browser = (await openWorld({ auth })).newBrowser();
    const refused = await browser.post("/sign-up", { email: ADA, password: PASSWORD });
    expect([refused.status, refused.heading]).toEqual([403, "Create an account"]);
    expect(plainText(refused.html)).toContain("New accounts are closed for your domain.");
  });
});

describe("a common password, where such are warned of", () => {
  const auth: AuthChoices = { ...ONLY_PASSWORD, passwordBlocklist: "warn" };

  it("is told of after a sign-up", async () => {
    const browser = (await openWorld({ auth })).newBrowser();
    const welcome = await browser.post("/sign-up", { email: ADA, password: COMMON });
    expect([welcome.url, plainText(welcome.html).includes(TOO_COMMON)]).toEqual(["/welcome", true]);
    expect(welcome.html).toContain('class="message warn"');
    const other = (await openWorld({ auth })).newBrowser();
    const plain = await other.post("/sign-up", { email: ADA, password: PASSWORD });
    expect(plain.html).not.toContain("message warn");
  });

  it("is told of where the address has to be verified first, taken or not", async () => {
    const world = await openWorld({ auth: { ...auth, requireEmailVerification: true } });
    for (let times = 0; times < 2; times++) {
      const fields = { email: ADA, password: COMMON };
      const page = await world.newBrowser().post("/sign-up", fields);
      expect([page.heading, plainText(page.html).includes(TOO_COMMON)]).toEqual([
        "Verify your email address",
        true,
      ]);
    }
  });

  it("is told of after a reset", async () => {
    const world = await openWorld({ auth });
    await world.signUp(world.newBrowser(), ADA);
    const browser = world.newBrowser();
    await browser.post("/forgot-password", { email: ADA });
    await world.auth.settle({ within: 10_000 });
    const mailed = new URL(world.inbox.linkFor(ADA));
    const page = await browser.open(mailed.pathname + mailed.search);
    const done = await browser.submit(page, "/reset-password", { password: COMMON });
    expect([done.url, plainText(done.html).includes(TOO_COMMON)]).toEqual(["/sign-in", true]);
  });

  it("is told of after the first one is chosen", async () => {
    const { browser } = await openAccount({ auth: { passwordBlocklist: "warn" } });
    const path = "/account/security/password";
    const page = await browser.open(path);
    const done = await browser.submit(page, path, { newPassword: COMMON });
    expect(plainText(done.html)).toContain(TOO_COMMON);
    expect(done.html).toContain('class="message warn"');
  });
});
