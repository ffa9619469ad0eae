import { createSoftwareAuthenticator } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { ADA, openAccount } from "../../test/account-world.js";
import { type Browser, hiddenFields, plainText } from "../../test/browser.js";
import { openWorld, PASSWORD } from "../../test/open-world.js";

const ORIGIN = "https://auth.example.com";
const FRESH = "/account/security/passkeys/new";

async function optionsOf(browser: Browser, path: string, method = "GET"): Promise<object> {
  const headers = { origin: ORIGIN };
  const parsed: unknown = JSON.parse((await browser.ask(method, path, { headers })).html);
  if (typeof parsed !== "object" || parsed === null) throw new Error("no options");
  return parsed;
}

describe("the page that asks for another proof", () => {
  it("takes a mailed code, and leads to what needed it in the same session", async () => {
    const { world, browser } = await openAccount();
    const before = await browser.open("/account/sessions");
    world.clock.advance(world.auth.policy.sessionFreshness);
    const page = await browser.open(FRESH);
    expect([page.heading, page.status]).toEqual(["Confirm it's you", 200]);
    expect(plainText(page.html)).toContain(`You're signed in as ${ADA}.`);
    expect(page.html).not.toContain('name="password"');
    const sent = await browser.submit(page, "/confirm", { send: "code" });
    expect([sent.url, sent.heading]).toEqual(["/confirm", "Confirm it's you"]);
    const code = await world.codeFor(ADA);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    const refused = await browser.submit(sent, "/confirm", { code: wrong });
    expect([refused.status, refused.heading]).toEqual([400, "Confirm it's you"]);
    expect(refused.html).toContain("This code is wrong.");
    const done = await browser.submit(refused, "/confirm", { code });
    expect([done.url, done.heading]).toEqual([FRESH, "Add a passkey"]);
    const count = (html: string) => html.split('class="row"').length;
    expect(count((await browser.open("/account/sessions")).html)).toBe(count(before.html));
  });

  it("takes the password, and tells of a wrong or missing one at its field", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    await world.signUp(browser, ADA);
    world.clock.advance(world.auth.policy.sessionFreshness);
    const page = await browser.open(FRESH);
    for (const [password, words] of [
      ["another horse battery", "The password is wrong."],
      ["", "Enter your password."],
    ] as const) {
      const refused = await browser.submit(page, "/confirm", { password });
      expect([refused.status >= 400, refused.heading]).toEqual([true, "Confirm it's you"]);
      expect(refused.html).toMatch(/name="password"[^>]*aria-invalid="true"/);
      expect(plainText(refused.html)).toContain(words);
      expect(refused.html).not.toContain("another horse");
    }
    const done = await browser.submit(page, "/confirm", { password: PASSWORD });
    expect(done.url).toBe(FRESH);
  });

  it("takes a passkey that the user has", async () => {
    const { world, browser } = await openAccount();
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    const made = await optionsOf(browser, "/api/auth/passkey/generate-register-options");
    const credential = JSON.stringify(authenticator.create(made));
    await browser.submit(await browser.open(FRESH), FRESH, { credential });
    world.clock.advance(world.auth.policy.sessionFreshness);
    const page = await browser.open(FRESH);
    expect(page.html).toMatch(/<button[^>]* hidden[^>]* data-passkey="sign-in"/);
    const refused = await browser.submit(page, "/confirm", { credential: "{" });
    expect(plainText(refused.html)).toContain("The passkey wasn't accepted.");
    const path = "/api/auth/passkey/generate-authentication-options";
    const got = authenticator.get(await optionsOf(browser, path, "POST"));
    const done = await browser.submit(page, "/confirm", { credential: JSON.stringify(got) });
    expect(done.url).toBe(FRESH);
    expect(browser.cookies.get("__Host-last-way")).toBe("passkey");
  });

  it("mails a link that leads to what needed the proof", async () => {
    const { world, browser } = await openAccount();
    const page = await browser.open(`/confirm?next=${encodeURIComponent(FRESH)}`);
    const sent = await browser.submit(page, "/confirm", { send: "link" });
    expect(plainText(sent.html)).toContain("We've emailed you a link.");
    expect(hiddenFields(sent, "/confirm")["next"]).toBe(ORIGIN + FRESH);
    await world.auth.settle({ within: 10_000 });
    expect(world.inbox.linkFor(ADA)).toContain("magic-link");
  });

  it("leads who is signed out to the sign-in, with its own next", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    const to = `/sign-in?next=${encodeURIComponent(`${ORIGIN}/account`)}`;
    expect((await browser.ask("GET", "/confirm?next=%2Faccount")).location).toBe(to);
    expect((await browser.send("/confirm", { next: "/account", send: "code" })).location).toBe(to);
    const evil = await browser.ask("GET", "/confirm?next=https%3A%2F%2Fevil.example");
    expect(evil.location).toBe("/sign-in");
  });
});
