import { describe, expect, it } from "vitest";
import { plainText } from "../../test/browser.js";
import { openWorld, PASSWORD } from "../../test/open-world.js";

const ADA = "ada@example.com";

describe("the way into an account, without script", () => {
  it("leads from the first page over a code and a name to where the visitor wanted to go", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();

    const first = await browser.open("/account/name");
    expect([first.url, first.heading]).toEqual([
      "/sign-in?next=%2Faccount",
      "Sign in or create an account",
    ]);
    const code = await browser.submit(first, "/sign-in", { email: ADA });
    expect([code.url, code.heading, plainText(code.html)]).toEqual([
      "/sign-in/code",
      "Enter the code",
      expect.stringContaining(ADA),
    ]);
    const welcome = await browser.submit(code, "/sign-in/code", { code: await world.codeFor(ADA) });
    expect([welcome.url, welcome.heading]).toEqual(["/welcome", "What should we call you?"]);
    const profile = await browser.submit(welcome, "/welcome", { name: "Ada", choice: "later" });
    expect([profile.url, profile.heading]).toEqual(["/account", "Profile"]);
    expect(profile.html).toContain('value="Ada"');
    expect(browser.cookies.has("__Host-step")).toBe(false);
    expect(browser.cookies.get("__Host-last-way")).toBe("code");

    world.clock.advance(1_000);
    const again = world.newBrowser();
    const straight = await world.signIn(again, ADA, "/sign-in");
    expect(straight.url).toBe("/account");
    expect(world.breaches).toEqual([]);
  });

  it("offers a password after it to those who have none", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    await world.signIn(browser, ADA);
    expect(plainText((await browser.open("/welcome")).html)).toContain("Choose a password");
    await browser.post("/account/security/password", { newPassword: PASSWORD });
    const { html } = await browser.open("/welcome");
    expect(plainText(html)).not.toContain("Choose a password");
    expect(plainText(html)).toContain("Add a passkey");
  });
});
