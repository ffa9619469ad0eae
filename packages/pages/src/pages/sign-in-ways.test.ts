import { describe, expect, it } from "vitest";
import { ADA, openAccount } from "../../test/account-world.js";
import { plainText } from "../../test/browser.js";
import { openWorld } from "../../test/open-world.js";
import { passkeyDevice } from "../../test/passkeys.js";
import { testProvider } from "../../test/provider.js";

const UNREACHED = testProvider({
  authorizationUrl: async () => ({ ok: false, reason: "issuer_mismatch", detail: "" }),
});

describe("a sign-in with a provider", () => {
  it("leads away, and is not there for an unknown one", async () => {
    const world = await openWorld({ auth: { identityProviders: [testProvider()] } });
    const browser = world.newBrowser();
    const page = await browser.open("/sign-in");
    const away = await browser.submit(page, "/sign-in/with/idp");
    expect([away.status, away.heading]).toEqual([200, "Taking you to Acme ID…"]);
    expect(away.html).toContain("https://idp.example/authorize?state=");
    expect((await browser.send("/sign-in/with/other", {})).status).toBe(404);
  });

  it("says above the buttons that the provider can't be reached", async () => {
    const world = await openWorld({ auth: { identityProviders: [UNREACHED] } });
    const refused = await world.newBrowser().send("/sign-in/with/idp", {});
    expect([refused.status, refused.heading]).toEqual([503, "Sign in or create an account"]);
    expect(plainText(refused.html)).toContain(
      "Acme ID can't be reached right now. Use another way.",
    );
  });
});

describe("a proof by a provider that can't be reached", () => {
  it("is told of on the page that asks for it", async () => {
    const { browser } = await openAccount({ auth: { identityProviders: [UNREACHED] } });
    const page = await browser.post("/sign-in/with/idp", { next: "/account/data" });
    expect([page.heading, page.url.split("?")[0]]).toEqual(["Confirm it's you", "/confirm"]);
    expect(plainText(page.html)).toContain("Acme ID can't be reached right now.");
  });
});

describe("a sign-in with a passkey", () => {
  it("signs in, and tells on the page of the sign-in why not", async () => {
    const { world, browser } = await openAccount();
    const device = passkeyDevice();
    await device.add(browser);
    world.clock.advance(1_000);
    const other = world.newBrowser();
    const page = await other.open("/sign-in?next=%2Faccount");
    expect(page.html).toMatch(/<button[^>]* hidden[^>]* data-passkey="sign-in"/);
    const refused = await other.submit(page, "/sign-in/passkey", { credential: "{}" });
    expect(refused.heading).toBe("Sign in or create an account");
    expect(plainText(refused.html)).toContain("The passkey wasn't accepted.");
    const credential = await device.use(other);
    expect((await other.submit(page, "/sign-in/passkey", credential)).url).toBe("/account");
    expect(other.cookies.get("__Host-last-way")).toBe("passkey");
    const again = await world.newBrowser().post("/sign-in/passkey", credential);
    expect(plainText(again.html)).toContain("That took too long. Start again.");
  });
});

describe("a passkey that was removed", () => {
  it("is refused above the form, and the script may tell the device", async () => {
    const { world, browser } = await openAccount();
    const device = passkeyDevice();
    await device.add(browser);
    const other = world.newBrowser();
    const page = await other.open("/sign-in");
    expect(page.html).not.toContain("data-passkey-unknown");
    const kept = await device.use(other);
    const wrong = await other.submit(page, "/sign-in/passkey", { credential: "{}" });
    expect(wrong.html).not.toContain("data-passkey-unknown");
    const caller = await world.auth.users.findByEmail(world.addressOf(ADA));
    if (!caller) throw new Error("there is no such user");
    await world.store.passkeys.deleteFor(caller.id);
    const refused = await other.submit(page, "/sign-in/passkey", kept);
    expect([refused.status, refused.heading]).toEqual([401, "Sign in or create an account"]);
    expect(plainText(refused.html)).toContain("This passkey isn't known here. Use another way.");
    expect(refused.html).toContain("<div data-passkey-unknown hidden></div>");
  });
});
