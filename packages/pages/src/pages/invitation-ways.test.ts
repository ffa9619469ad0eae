import { createSoftwareAuthenticator } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { enter } from "../../test/account-world.js";
import { type Browser, plainText, type ShownPage } from "../../test/browser.js";
import { MEMBERS, NORA, openStudio, STUDIO } from "../../test/invitation-world.js";
import { PASSWORD } from "../../test/open-world.js";
import { testProvider, vouchingFor } from "../../test/provider.js";

const JOINED = `You've joined ${STUDIO} as a member.`;
const NO_CODE = { signInMethods: { emailOtp: false } };
const ONLY_PASSWORD = { signInMethods: { emailOtp: false, magicLink: false } };
const shown = ({ status, url, heading }: ShownPage) => [status, url, heading];

const ORIGIN = "https://auth.example.com";

async function optionsOf(browser: Browser, name: string, method: string): Promise<object> {
  const url = `/api/auth/passkey/generate-${name}-options`;
  const { html } = await browser.ask(method, url, { headers: { origin: ORIGIN } });
  return readJson(JSON.parse(html), "object");
}

/** A provider that vouches for Nora. */
const provider = testProvider(vouchingFor({ email: NORA, name: "Nora" }));

describe("an invitation where codes are off", () => {
  it("leads to the sign-in, with the address filled in, and the link to the invitation", async () => {
    const studio = await openStudio();
    const path = await studio.invite();
    const world = await studio.besides(NO_CODE);
    const browser = world.newBrowser();
    const signIn = await browser.submit(await browser.open(path), "/invitation");
    expect(shown(signIn)).toEqual([200, "/sign-in", "Sign in or create an account"]);
    expect(plainText(signIn.html)).toContain(`Sign in as ${NORA} to join ${STUDIO}.`);
    expect(signIn.html).toMatch(new RegExp(`<input[^>]*value="${NORA}"`));
    const sent = await browser.submit(signIn, "/sign-in", { email: NORA });
    expect(sent.url).toBe("/sign-in/link");

    await world.auth.settle({ within: 10_000 });
    const link = new URL(world.inbox.linkFor(NORA));
    const mailed = await browser.open(link.pathname + link.search);
    const joining = await browser.submit(mailed, "/api/auth/magic-link/verify");
    expect(shown(joining)).toEqual([200, "/invitation", `Join ${STUDIO}`]);
    const welcome = await browser.submit(joining, "/invitation");
    expect([welcome.url, plainText(welcome.html)]).toEqual([
      "/welcome",
      expect.stringContaining(JOINED),
    ]);
    const fields = { name: "Nora", choice: "later" };
    expect((await browser.submit(welcome, "/welcome", fields)).url).toBe(MEMBERS);
    expect(world.breaches).toEqual([]);
  });

  it("waits in the list of organizations where the link is opened in another browser", async () => {
    const studio = await openStudio();
    const path = await studio.invite();
    const world = await studio.besides(NO_CODE);
    const browser = world.newBrowser();
    const signIn = await browser.submit(await browser.open(path), "/invitation");
    await browser.submit(signIn, "/sign-in", { email: NORA });
    await world.auth.settle({ within: 10_000 });
    const link = new URL(world.inbox.linkFor(NORA));
    const phone = world.newBrowser();
    const mailed = await phone.open(link.pathname + link.search);
    const list = await phone.submit(mailed, "/api/auth/magic-link/verify");
    expect([list.url, plainText(list.html)]).toEqual([
      "/organizations",
      expect.stringContaining("Invitations for you"),
    ]);
  });

  it("takes the password of the invited user, and then asks to join", async () => {
    const studio = await openStudio();
    const verified = await studio.besides({}, 3);
    const before = verified.newBrowser();
    const page = await verified.signIn(before, NORA);
    await before.submit(page, "/welcome", { name: "Nora", choice: "later" });
    const password = "/account/security/password";
    await before.submit(await before.open(password), password, { newPassword: PASSWORD });
    studio.clock.advance(1_000);

    const world = await studio.besides(ONLY_PASSWORD);
    const browser = world.newBrowser();
    const signIn = await browser.submit(await browser.open(await studio.invite()), "/invitation");
    const typed = await browser.submit(signIn, "/sign-in", { email: NORA });
    expect(typed.url).toBe("/sign-in/password");
    const joining = await browser.submit(typed, "/sign-in/password", { password: PASSWORD });
    expect(shown(joining)).toEqual([200, "/invitation", `Join ${STUDIO}`]);
    const members = await browser.submit(joining, "/invitation");
    expect([members.url, plainText(members.html)]).toEqual([
      MEMBERS,
      expect.stringContaining(JOINED),
    ]);
  });

  it("goes on after a new password that was chosen on the way", async () => {
    const studio = await openStudio();
    const world = await studio.besides(ONLY_PASSWORD);
    await world.signUp(world.newBrowser(), NORA);
    studio.clock.advance(1_000);
    const browser = world.newBrowser();
    const signIn = await browser.submit(await browser.open(await studio.invite()), "/invitation");
    await browser.submit(signIn, "/sign-in", { email: NORA });
    const forgot = await browser.open("/forgot-password");
    await browser.submit(forgot, "/forgot-password", { email: NORA });
    await world.auth.settle({ within: 10_000 });
    const link = new URL(world.inbox.linkFor(NORA));
    const reset = await browser.open(link.pathname + link.search);
    const chosen = await browser.submit(reset, "/reset-password", { password: "another horse" });
    expect(plainText(chosen.html)).toContain(`Sign in as ${NORA} to join ${STUDIO}.`);
    const typed = await browser.submit(chosen, "/sign-in", { email: NORA });
    const joining = await browser.submit(typed, "/sign-in/password", {
      password: "another horse",
    });
    expect(joining.url).toBe("/invitation");
  });

  it("mails a link that verifies an address that is not, and then asks to join", async () => {
    const studio = await openStudio();
    const world = await studio.besides(ONLY_PASSWORD);
    const browser = world.newBrowser();
    await world.signUp(browser, NORA);
    const mailed = await browser.open(await studio.invite());
    const verify = await browser.submit(mailed, "/invitation");
    expect(shown(verify)).toEqual([200, "/invitation", "Verify your email address"]);
    await world.auth.settle({ within: 10_000 });
    const link = new URL(world.inbox.linkFor(NORA));
    expect(link.pathname).toBe("/api/auth/verify-email");
    const button = await browser.open(link.pathname + link.search);
    const joining = await browser.submit(button, "/api/auth/verify-email");
    expect(shown(joining)).toEqual([200, "/invitation", `Join ${STUDIO}`]);
    expect((await browser.submit(joining, "/invitation")).url).toBe(MEMBERS);
  });

  it("comes back from a provider to the invitation", async () => {
    const studio = await openStudio();
    const world = await studio.besides({ ...NO_CODE, identityProviders: [provider] });
    const browser = world.newBrowser();
    const signIn = await browser.submit(await browser.open(await studio.invite()), "/invitation");
    const away = await browser.submit(signIn, "/sign-in/with/idp");
    const state = /authorize\?state=([^"&]+)/.exec(away.html)?.[1] ?? "";
    const joining = await browser.open(`/api/auth/callback/idp?state=${state}&code=1`);
    expect(shown(joining)).toEqual([200, "/invitation", `Join ${STUDIO}`]);
    const members = await browser.submit(joining, "/invitation");
    expect([members.url, plainText(members.html)]).toEqual([
      MEMBERS,
      expect.stringContaining(JOINED),
    ]);
  });
});

describe("an invitation on the way of another sign-in", () => {
  it("is carried on by an address that was typed again, and by no other one", async () => {
    const studio = await openStudio();
    const world = await studio.besides(NO_CODE);
    const browser = world.newBrowser();
    const signIn = await browser.submit(await browser.open(await studio.invite()), "/invitation");
    await browser.submit(signIn, "/sign-in", { email: "eve@example.com" });
    const other = await browser.open("/sign-in");
    expect(plainText(other.html)).not.toContain(STUDIO);
  });

  it("continues where the visitor wanted to go", async () => {
    const studio = await openStudio();
    const browser = studio.newBrowser();
    await browser.submit(await browser.open(await studio.invite()), "/invitation");
    const signIn = await browser.open("/sign-in?next=%2Faccount%2Fdata");
    expect(plainText(signIn.html)).toContain(`Sign in as ${NORA} to join ${STUDIO}.`);
    const code = await browser.submit(signIn, "/sign-in", { email: NORA });
    const fields = { code: await studio.codeFor(NORA) };
    const welcome = await browser.submit(code, "/sign-in/code", fields);
    expect(plainText(welcome.html)).toContain(JOINED);
    const done = await browser.submit(welcome, "/welcome", { choice: "later" });
    expect(done.url).toBe("/account/data");
  });

  it("is not accepted by a passkey of another user, who sees whose it is", async () => {
    const studio = await openStudio();
    const eve = await enter(studio, "eve@example.com");
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    const made = authenticator.create(await optionsOf(eve, "register", "GET"));
    const add = "/account/security/passkeys/new";
    await eve.submit(await eve.open(add), add, { credential: JSON.stringify(made) });
    studio.clock.advance(1_000);
    const browser = studio.newBrowser();
    await browser.submit(await browser.open(await studio.invite()), "/invitation");
    const got = authenticator.get(await optionsOf(browser, "authentication", "POST"));
    const asked = await browser.submit(await browser.open("/sign-in"), "/sign-in/passkey", {
      credential: JSON.stringify(got),
    });
    expect(shown(asked)).toEqual([200, "/invitation", `Join ${STUDIO}`]);
    expect(plainText(asked.html)).toContain("You're signed in as eve@example.com.");
    expect(plainText((await browser.open("/organizations")).html)).not.toContain(STUDIO);
  });

  it("offers nothing that a link from elsewhere has put there", async () => {
    const studio = await openStudio();
    const path = await studio.invite();
    const browser = studio.newBrowser();
    await browser.open(path.replace("/api/auth", ""));
    const signIn = await browser.open("/sign-in");
    expect(plainText(signIn.html)).not.toContain(STUDIO);
    const code = await browser.submit(signIn, "/sign-in", { email: NORA });
    expect(code.heading).toBe("Enter the code");
    const welcome = await browser.submit(code, "/sign-in/code", {
      code: await studio.codeFor(NORA),
    });
    expect(plainText(welcome.html)).not.toContain(JOINED);
    const done = await browser.submit(welcome, "/welcome", { choice: "later" });
    expect(plainText(done.html)).toContain(`Ada invited you to join ${STUDIO}.`);
  });
});
