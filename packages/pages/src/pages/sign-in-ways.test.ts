import type { IdentityProvider } from "@acme/auth-core";
import { createSoftwareAuthenticator } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { openAccount } from "../../test/account-world.js";
import { type Browser, plainText } from "../../test/browser.js";
import { openWorld } from "../../test/open-world.js";

const ORIGIN = "https://auth.example.com";

const provider = (isReached: boolean): IdentityProvider => ({
  id: "idp",
  name: "Acme ID",
  authorizationUrl: async ({ state }) => {
    if (!isReached) return { ok: false, reason: "issuer_mismatch", detail: "" };
    return { ok: true, value: `https://idp.example/authorize?state=${state.reveal()}` };
  },
  identify: async () => {
    throw new Error("Nothing comes back.");
  },
});

async function optionsOf(browser: Browser, name: string, method: string): Promise<object> {
  const url = `/api/auth/passkey/generate-${name}-options`;
  const parsed: unknown = JSON.parse(
    (await browser.ask(method, url, { headers: { origin: ORIGIN } })).html,
  );
  if (typeof parsed !== "object" || parsed === null) throw new Error("no options");
  return parsed;
}

describe("a sign-in with a provider", () => {
  it("leads away, and is not there for an unknown one", async () => {
    const world = await openWorld({ auth: { identityProviders: [provider(true)] } });
    const browser = world.newBrowser();
    const page = await browser.open("/sign-in");
    const away = await browser.submit(page, "/sign-in/with/idp");
    expect([away.status, away.heading]).toEqual([200, "Taking you to Acme ID…"]);
    expect(away.html).toContain("https://idp.example/authorize?state=");
    expect((await browser.send("/sign-in/with/other", {})).status).toBe(404);
  });

  it("says above the buttons that the provider can't be reached", async () => {
    const world = await openWorld({ auth: { identityProviders: [provider(false)] } });
    const refused = await world.newBrowser().send("/sign-in/with/idp", {});
    expect([refused.status, refused.heading]).toEqual([503, "Sign in or create an account"]);
    expect(plainText(refused.html)).toContain(
      "Acme ID can't be reached right now. Use another way.",
    );
  });
});

describe("a sign-in with a passkey", () => {
  it("signs in, and tells on the page of the sign-in why not", async () => {
    const { world, browser } = await openAccount();
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    const made = authenticator.create(await optionsOf(browser, "register", "GET"));
    const add = "/account/security/passkeys/new";
    await browser.submit(await browser.open(add), add, { credential: JSON.stringify(made) });
    world.clock.advance(1_000);
    const other = world.newBrowser();
    const page = await other.open("/sign-in?next=%2Faccount");
    expect(page.html).toMatch(/<button[^>]* hidden[^>]* data-passkey="sign-in"/);
    const refused = await other.submit(page, "/sign-in/passkey", { credential: "{}" });
    expect(refused.heading).toBe("Sign in or create an account");
    expect(plainText(refused.html)).toContain("The passkey wasn't accepted.");
    const got = authenticator.get(await optionsOf(other, "authentication", "POST"));
    const credential = JSON.stringify(got);
    expect((await other.submit(page, "/sign-in/passkey", { credential })).url).toBe("/account");
    expect(other.cookies.get("__Host-last-way")).toBe("passkey");
    const again = await world.newBrowser().post("/sign-in/passkey", { credential });
    expect(plainText(again.html)).toContain("That took too long. Start again.");
  });
});
