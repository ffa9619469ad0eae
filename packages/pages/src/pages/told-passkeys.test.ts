import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { ADA, openAccount } from "../../test/account-world.js";
import type { ShownPage } from "../../test/browser.js";
import { openWorld, PASSWORD } from "../../test/open-world.js";
import { passkeyDevice } from "../../test/passkeys.js";

/** The value of an attribute of a page; null without it. */
function attributeOf({ html }: ShownPage, name: string): string | null {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(html) ?? [];
  return value?.replaceAll("&quot;", '"').replaceAll("&#34;", '"') ?? null;
}

/** What the script is to tell the keepers of passkeys. */
function toldBy(page: ShownPage): readonly Readonly<Record<string, unknown>>[] {
  const value = attributeOf(page, "data-passkeys");
  return value === null ? [] : readJson(JSON.parse(value), ["object"]);
}

describe("what pages tell the keepers of passkeys", () => {
  it("is nothing of a user who never had to do with one", async () => {
    const { browser } = await openAccount();
    for (const path of ["/account", "/account/security", "/account/security/passkeys/new"])
      expect(toldBy(await browser.open(path))).toEqual([]);
  });

  it("is which passkeys there are, and the user's name, where one of them may have changed", async () => {
    const { browser } = await openAccount();
    const device = passkeyDevice();
    const added = await device.add(browser);
    expect(added.url).toBe("/account/security");
    const [told] = toldBy(added);
    const { allAcceptedCredentials, currentUserDetails } = readJson(told, {
      allAcceptedCredentials: { allAcceptedCredentialIds: ["string"] },
      currentUserDetails: { name: "string", displayName: "string" },
    });
    expect(allAcceptedCredentials.allAcceptedCredentialIds).toHaveLength(1);
    expect(currentUserDetails).toMatchObject({ name: ADA, displayName: "Ada" });

    const form = await browser.open("/account/name");
    const named = await browser.submit(form, "/account/name", { name: 'Ada "L" & <Co>' });
    expect(named.url).toMatch(/^\/account(?:#|$)/);
    expect(named.html).not.toContain("<Co>");
    for (const path of ["/account/security", "/account/security/passkeys/new"])
      expect(JSON.stringify(toldBy(await browser.open(path)))).toContain(ADA);
    expect(toldBy(await browser.open("/account/sessions"))).toEqual([]);
  });

  it("is all of them after a registration that failed", async () => {
    const { browser } = await openAccount();
    await passkeyDevice().add(browser);
    const path = "/account/security/passkeys/new";
    const refused = await browser.submit(await browser.open(path), path, { credential: "{}" });
    expect(refused.status).toBe(400);
    expect(toldBy(refused)).toHaveLength(1);
    expect(refused.html).not.toContain("data-passkey-unknown");
  });

  it("is for no visitor who is not signed in", async () => {
    const page = await openWorld().then((world) => world.newBrowser().open("/sign-in"));
    expect(page.html).not.toMatch(/data-passkeys|data-create-passkey/);
  });
});

describe("the passkey that a browser makes by itself", () => {
  it("is begun on the pages of the account for five minutes after a sign-in by password", async () => {
    const world = await openWorld({
      auth: { signInMethods: { emailOtp: false, magicLink: false } },
    });
    await world.signUp(world.newBrowser(), ADA);
    world.clock.advance(1_000);
    const browser = world.newBrowser();
    const form = await browser.post("/sign-in", { email: ADA });
    const done = await browser.submit(form, "/sign-in/password", { password: PASSWORD });
    expect(done.url).toBe("/account");
    const signIn = attributeOf(done, "data-create-passkey");
    expect(signIn).toBe(world.clock.now().toISOString());
    expect(attributeOf(await browser.open("/account/security"), "data-create-passkey")).toBe(
      signIn,
    );
    // Every page tells of what the one before has made.
    expect(toldBy(done)).toEqual([]);
    await passkeyDevice().add(browser);
    expect(toldBy(await browser.open("/account/sessions"))).toHaveLength(1);
    world.clock.advance(world.auth.policy.conditionalCreateWindow - 1);
    expect(attributeOf(await browser.open("/account"), "data-create-passkey")).toBe(signIn);
    world.clock.advance(1);
    expect(toldBy(await browser.open("/account/sessions"))).toEqual([]);
    expect(attributeOf(await browser.open("/account"), "data-create-passkey")).toBeNull();
  });

  it("is not begun after another way to sign in, nor where no passkeys are offered", async () => {
    const { browser } = await openAccount();
    expect(attributeOf(await browser.open("/account"), "data-create-passkey")).toBeNull();
    const world = await openWorld({ auth: { signInMethods: { passkey: false } } });
    const ada = world.newBrowser();
    await world.signUp(ada, ADA);
    expect(attributeOf(await ada.open("/account"), "data-create-passkey")).toBeNull();
  });
});
