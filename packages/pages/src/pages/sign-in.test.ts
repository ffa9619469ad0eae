import { html } from "@acme/auth-http";
import { describe, expect, it } from "vitest";
import { hiddenFields, plainText } from "../../test/browser.js";
import { openWorld } from "../../test/open-world.js";

const ADA = "ada@example.com";

describe("the page of the sign-in", () => {
  it("says over the mail budget that the last code still works, and it does", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    let page = await browser.post("/sign-in", { email: ADA });
    const code = await world.codeFor(ADA);
    for (let times = 0; times < 20 && !page.html.includes("Too many codes"); times++)
      page = await browser.post("/sign-in", { email: ADA });
    expect([page.url, page.status]).toEqual(["/sign-in/code", 200]);
    expect(plainText(page.html)).toContain("Too many codes. The last one still works.");
    const resent = await browser.submit(page, "/sign-in/code/resend");
    expect(plainText(resent.html)).toContain("Too many codes. The last one still works.");
    expect(code).toMatch(/^\d{6}$/);
    const welcome = await browser.submit(page, "/sign-in/code", {
      code: await world.codeFor(ADA),
    });
    expect(welcome.url).toBe("/welcome");
  });

  it("sends another code on demand, and says so once", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    const page = await browser.post("/sign-in", { email: ADA });
    world.clock.advance(40_000);
    expect((await browser.open("/sign-in/code")).html).toContain('data-wait="20"');
    const resent = await browser.submit(page, "/sign-in/code/resend");
    expect(plainText(resent.html)).toContain("New code sent");
    // A browser with script counts down; one without is told.
    expect(resent.html).toContain('data-wait="60"');
    const hint = "You can ask for a new code in a minute.";
    expect(resent.html).toContain(`<noscript>${hint}</noscript>`);
    world.clock.advance(60_000);
    const later = await browser.open("/sign-in/code");
    expect(later.html).not.toMatch(/data-wait|in a minute/);
    expect((await browser.open("/sign-in/code")).html).not.toContain("New code sent");
    const welcome = await browser.submit(resent, "/sign-in/code", {
      code: await world.codeFor(ADA),
    });
    expect(welcome.url).toBe("/welcome");
  });

  it("tells of a wrong code at its field, and never shows it again", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    const page = await browser.post("/sign-in", { email: ADA });
    const wrong = String((Number(await world.codeFor(ADA)) + 1) % 1_000_000).padStart(6, "0");
    const refused = await browser.submit(page, "/sign-in/code", { code: wrong });
    expect([refused.status, refused.url, refused.heading]).toEqual([
      400,
      "/sign-in/code",
      "Enter the code",
    ]);
    expect(refused.html).toContain("This code is wrong.");
    expect(refused.html).toMatch(/aria-invalid="true"/);
    expect(refused.html).not.toContain(wrong);
    const right = await browser.submit(refused, "/sign-in/code", {
      code: await world.codeFor(ADA),
    });
    expect(right.url).toBe("/welcome");
  });

  it("continues to where the visitor wanted to go, and never elsewhere", async () => {
    const world = await openWorld({ homeUrl: "https://app.example.com/start" });
    const ends = [];
    for (const next of ["https://app.example.com/orders", "/account", "https://evil.example", ""]) {
      const browser = world.newBrowser();
      const asked = `/sign-in?${new URLSearchParams({ next }).toString()}`;
      const welcome = await world.signIn(browser, ADA, asked);
      const { location, url } = await browser.submit(welcome, "/welcome", { choice: "later" });
      ends.push(location ?? url);
    }
    expect(ends).toEqual([
      "https://app.example.com/orders",
      "/account",
      "https://app.example.com/start",
      "https://app.example.com/start",
    ]);
    const byOldName = await world.newBrowser().open("/sign-in?callbackURL=%2Faccount");
    expect(hiddenFields(byOldName, "/sign-in")).toEqual({
      next: "https://auth.example.com/account",
    });
  });

  it("says why a provider or a mailed link did not sign in, for known codes alone", async () => {
    const { newBrowser } = await openWorld();
    const shown = async (code: string) =>
      plainText((await newBrowser().open(`/sign-in?error=${encodeURIComponent(code)}`)).html);
    expect(await shown("state_mismatch")).toContain("expired or started in another browser");
    expect(await shown("access_denied")).toContain("didn't sign you in");
    expect(await shown("INVALID_TOKEN")).toContain("This link has been used or replaced.");
    const plain = plainText((await newBrowser().open("/sign-in")).html);
    for (const code of ["Password changed", "constructor", "<b>x</b>", "toString"])
      expect(await shown(code)).toBe(plain);
    expect((await newBrowser().open("/?error=state_mismatch")).url).toBe(
      "/sign-in?error=state_mismatch",
    );
  });

  it("leads a user who is signed in on", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    await world.signIn(browser, ADA);
    expect((await browser.open("/sign-in")).url).toBe("/account");
    expect((await browser.open("/")).url).toBe("/account");
    const { location } = await browser.ask("GET", "/sign-in?next=https://app.example.com/x");
    expect(location).toBe("https://app.example.com/x");
  });

  it("is that of the application where it has its own", async () => {
    const world = await openWorld({
      pages: {
        templates: {
          signIn: ({ hasEmail }, kit) => ({
            title: "Come in",
            content: html`<h1>Come in</h1>
              <p>${hasEmail ? kit.texts.signIn.email : ""}</p>`,
          }),
        },
      },
    });
    const page = await world.newBrowser().open("/sign-in");
    expect([page.heading, page.html.includes("<p>Email address</p>")]).toEqual(["Come in", true]);
    const refused = await world.newBrowser().send("/sign-in", { email: "x" });
    expect([refused.status, refused.heading]).toEqual([400, "Come in"]);
  });
});

describe("the choice of a language", () => {
  it("comes back to the page, is kept by the browser, and is that of the user", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    const german = await browser.post("/look", { locale: "de", next: "/sign-in" });
    expect([german.url, german.heading]).toEqual(["/sign-in", "Anmelden oder Konto erstellen"]);
    const dark = await browser.send("/look", { theme: "dark", next: "/sign-out" });
    expect([dark.location, browser.cookies.get("__Host-look")]).toEqual(["/", "dark.de"]);
    expect((await browser.open("/sign-in")).html).toMatch(/<html[^>]*data-theme="dark"/);
    await browser.send("/look", { theme: "x\r\n", locale: "tlh" });
    expect(browser.cookies.get("__Host-look")).toBe("dark.de");
    await world.signIn(browser, ADA);
    const french = await browser.post("/look", { locale: "fr", next: "/account" });
    expect(french.heading).toBe("Profil");
    browser.cookies.delete("__Host-look");
    expect((await browser.open("/account")).html).toContain('lang="fr"');
  });
});

describe("a sign-out", () => {
  it("is asked for first, ends the session, and says so", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    await world.signIn(browser, ADA);
    const question = await browser.open("/sign-out");
    expect(question.heading).toBe("Sign out");
    const done = await browser.submit(question, "/sign-out");
    expect(done.url).toBe("/sign-in");
    expect(plainText(done.html)).toContain("You're signed out.");
    expect((await browser.open("/account")).url).toBe("/sign-in?next=%2Faccount");
  });
});
