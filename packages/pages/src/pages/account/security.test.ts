import type { IdentityProvider } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { createSoftwareAuthenticator } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { ADA, enter, openAccount, pathIn, sectionText } from "../../../test/account-world.js";
import { type Browser, hiddenFields, plainText } from "../../../test/browser.js";
import { openWorld, PASSWORD } from "../../../test/open-world.js";
import { testProvider, vouchingFor } from "../../../test/provider.js";
import { pagesOf } from "../../feature-pages.js";
import { section } from "../../parts/sections.js";

const ORIGIN = "https://auth.example.com";
const NEXT = "a longer horse battery";
const UNKNOWN = "0192f0c1-7e5a-7d30-8000-000000000000";

/** An account there is always linked to Ada. */
const provider = testProvider(vouchingFor({ email: ADA }));

/** What the script does: asks for options, and makes the passkey. */
async function madeCredential(
  browser: Browser,
  authenticator = createSoftwareAuthenticator({ origin: ORIGIN }),
): Promise<string> {
  const options = await browser.ask("GET", "/api/auth/passkey/generate-register-options");
  const parsed: unknown = JSON.parse(options.html);
  if (typeof parsed !== "object" || parsed === null) throw new Error("no options");
  return JSON.stringify(authenticator.create(parsed));
}

describe("passkeys", () => {
  it("need the script, and a session that is fresh", async () => {
    const { world, browser } = await openAccount();
    const security = await browser.open("/account/security");
    expect(sectionText(security.html, "passkeys")).toContain("You don't have a passkey yet.");
    const page = await browser.open("/account/security/passkeys/new");
    expect(page.html).toMatch(/name="name"[^>]* autofocus/);
    expect(page.heading).toBe("Add a passkey");
    expect(page.html).toMatch(/<noscript><p>Passkeys need JavaScript\.<\/p><\/noscript>/);
    expect(page.html).toMatch(/<button[^>]* hidden[^>]* data-passkey="add"/);
    expect(hiddenFields(page, "/account/security/passkeys/new")).toMatchObject({ credential: "" });

    world.clock.advance(world.auth.policy.sessionFreshness);
    const stale = await browser.ask("GET", "/account/security/passkeys/new");
    expect(stale.location).toBe("/confirm?next=%2Faccount%2Fsecurity%2Fpasskeys%2Fnew");
  });

  it("are added, renamed and removed, which signs other devices out", async () => {
    const { world, browser } = await openAccount();
    const other = await enter(world, ADA);
    const add = await browser.open("/account/security/passkeys/new");
    const added = await browser.submit(add, "/account/security/passkeys/new", {
      credential: await madeCredential(browser),
      name: "",
    });
    expect([added.status, added.url]).toEqual([200, "/account/security"]);
    expect(sectionText(added.html, "passkeys")).toMatch(/Passkey added.*Not used yet/);

    const path = pathIn(added.html, "/account/security/passkeys/", "");
    const one = await browser.open(path);
    expect(one.heading).toBe("Passkey");
    const refused = await browser.submit(one, path, { name: "" });
    expect([refused.status, plainText(refused.html)]).toEqual([
      400,
      expect.stringContaining("Enter a name."),
    ]);
    const renamed = await browser.submit(one, path, { name: "Laptop <b>" });
    expect([renamed.heading, sectionText(renamed.html, "name")]).toEqual([
      "Laptop &lt;b&gt;",
      expect.stringContaining("Saved"),
    ]);

    const question = await browser.open(`${path}/remove`);
    expect(question.heading).toBe("Remove passkey");
    expect(plainText(question.html)).toContain(
      "You can't sign in with this passkey any more. Your other devices are signed out.",
    );
    const removed = await browser.submit(question, `${path}/remove`);
    expect(sectionText(removed.html, "passkeys")).toContain("Passkey removed");
    expect((await browser.ask("GET", "/account")).status).toBe(200);
    expect((await other.ask("GET", "/account")).status).toBe(303);
  });

  it("that were not made right are refused above the form", async () => {
    const { browser } = await openAccount();
    const add = await browser.open("/account/security/passkeys/new");
    for (const credential of ["", "{}", "not JSON"]) {
      const refused = await browser.submit(add, "/account/security/passkeys/new", {
        credential,
        name: "Laptop",
      });
      expect([refused.status, refused.heading]).toEqual([400, "Add a passkey"]);
      expect(refused.html).toMatch(
        /role="alert" tabindex="-1" autofocus>.*The passkey couldn&#39;t be added\. Try again\./s,
      );
      expect(refused.html).toContain('value="Laptop"');
    }
  });

  it("of another user are not there", async () => {
    const { world, browser } = await openAccount();
    const bob = await enter(world, "bob@example.com");
    const added = await bob.post("/account/security/passkeys/new", {
      credential: await madeCredential(bob),
    });
    const foreign = pathIn(added.html, "/account/security/passkeys/");
    for (const path of [
      foreign,
      `${foreign}/remove`,
      `/account/security/passkeys/${UNKNOWN}`,
      `/account/security/passkeys/${UNKNOWN}/remove`,
      `/account/security/accounts/${UNKNOWN}/unlink`,
    ]) {
      for (const answer of [
        await browser.ask("GET", path),
        await browser.send(path, { name: "x" }),
      ])
        expect([answer.status, answer.heading], path).toEqual([404, "Page not found"]);
    }
  });

  it("are not offered where the application has none", async () => {
    const { browser } = await openAccount({
      auth: { signInMethods: { passkey: false, password: false } },
    });
    const { html } = await browser.open("/account/security");
    expect([sectionText(html, "passkeys"), sectionText(html, "password")]).toEqual(["", ""]);
    for (const path of ["/account/security/passkeys/new", "/account/security/password"])
      expect((await browser.ask("GET", path)).status, path).toBe(404);
  });
});

describe("the password", () => {
  it("is chosen by a user who has none, in a fresh session", async () => {
    const { world, browser } = await openAccount();
    const page = await browser.open("/account/security/password");
    expect([page.heading, page.html.includes("currentPassword")]).toEqual([
      "Choose a password",
      false,
    ]);
    const short = await browser.submit(page, "/account/security/password", {
      newPassword: "short",
    });
    expect([short.status, short.html.includes("short")]).toEqual([400, true]);
    expect(short.html).toMatch(/name="newPassword"[^>]*aria-invalid="true"/);
    expect(plainText(short.html)).toContain("This password is too short. Use a longer one.");
    const empty = await browser.submit(page, "/account/security/password", { newPassword: "" });
    expect(plainText(empty.html)).toContain("Choose a password.");

    world.clock.advance(world.auth.policy.sessionFreshness);
    for (const answer of [
      await browser.ask("GET", "/account/security/password"),
      await browser.send("/account/security/password", { newPassword: NEXT }),
    ])
      expect(answer.location).toBe("/confirm?next=%2Faccount%2Fsecurity%2Fpassword");

    const again = await enter(world, ADA);
    const set = await again.submit(
      await again.open("/account/security/password"),
      "/account/security/password",
      { newPassword: NEXT },
    );
    expect(set.url).toBe("/account/security");
    expect(sectionText(set.html, "password")).toMatch(/Saved.*Set /);
    expect((await browser.ask("GET", "/account")).status).toBe(303);
  });

  it("is changed with the one before, also in a session that is not fresh", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    await world.signUp(browser, ADA);
    world.clock.advance(world.auth.policy.sessionFreshness);
    const page = await browser.open("/account/security/password");
    expect(page.heading).toBe("Change password");
    expect(plainText(page.html)).toContain("You'll be signed out everywhere else.");
    const change = (currentPassword: string, newPassword: string) =>
      browser.submit(page, "/account/security/password", { currentPassword, newPassword });

    const missing = await change("", NEXT);
    expect([missing.status, plainText(missing.html)]).toEqual([
      400,
      expect.stringContaining("Enter your current password."),
    ]);
    const wrong = await change("wrong horse battery", NEXT);
    expect(wrong.html).toMatch(/name="currentPassword"[^>]*autofocus[^>]*aria-invalid="true"/);
    expect(plainText(wrong.html)).toContain("The password is wrong.");
    expect(wrong.html).not.toMatch(/value="(wrong|a longer)/);

    const changed = await change(PASSWORD, NEXT);
    expect(sectionText(changed.html, "password")).toContain("Saved");
  });

  it("says that it is a common one, where that is only warned of", async () => {
    const { browser } = await openAccount({ auth: { passwordBlocklist: "warn" } });
    const set = await browser.post("/account/security/password", { newPassword: "password123" });
    expect(sectionText(set.html, "password")).toContain("choose another one soon");
  });

  it("continues to where the visitor wanted to go, when /welcome has led to it", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    const welcome = await world.signIn(browser, ADA, "/sign-in?next=/account/sessions");
    const page = await browser.submit(welcome, "/welcome", { name: "Ada", choice: "password" });
    expect(page.heading).toBe("Choose a password");
    const after = await browser.send("/account/security/password", {
      ...hiddenFields(page, "/account/security/password"),
      newPassword: NEXT,
    });
    expect(after.location).toBe(`${ORIGIN}/account/sessions`);
    expect(browser.cookies.has("__Host-step")).toBe(false);
  });
});

it("sections of features stand between the password and the linked accounts", async () => {
  const features = [
    pagesOf()({ name: "plan", texts: { en: { title: "Plan" } } }).pages({
      sections: {
        security:
          ({ caller }) =>
          ({ appName, ownTexts: { title } }) =>
            section({ id: "plan", title, content: html`${appName}: ${caller.user.email}` }),
      },
    }),
    pagesOf()({ name: "nothing", texts: { en: {} } }).pages({ sections: { security: () => null } }),
  ];
  const { browser } = await openAccount({
    pages: { features },
    auth: { identityProviders: [provider] },
  });
  const { html: shown } = await browser.open("/account/security");
  expect(sectionText(shown, "plan")).toBe(`Plan Acme: ${ADA}`);
  expect([...shown.matchAll(/<section class="section" id="([^"]*)"/g)].map(([, id]) => id)).toEqual(
    ["passkeys", "password", "plan", "linked-accounts"],
  );
});

describe("linked accounts", () => {
  const down: IdentityProvider = {
    ...provider,
    id: "down",
    name: "Down",
    authorizationUrl: async () => ({ ok: false, reason: "provider_unavailable", detail: "" }),
  };
  const LINK = "/account/security/accounts/idp/link";

  it("are linked on a page that leads away, and unlinked", async () => {
    const { browser } = await openAccount({ auth: { identityProviders: [provider, down] } });
    const security = await browser.open("/account/security");
    expect(sectionText(security.html, "linked-accounts")).toContain("Acme ID Not linked");
    const away = await browser.submit(security, LINK);
    expect([away.status, away.heading]).toEqual([200, "Taking you to Acme ID…"]);
    const [, url = ""] = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(away.html) ?? [];
    const state = new URL(url).searchParams.get("state") ?? "";
    const back = await browser.open(`/api/auth/callback/idp?code=c&state=${state}`);
    expect(sectionText(back.html, "linked-accounts")).toMatch(/Acme ID Linked .*Unlink/);

    const path = pathIn(back.html, "/account/security/accounts/", "/unlink");
    const question = await browser.open(path);
    expect([question.heading, plainText(question.html)]).toEqual([
      "Unlink Acme ID",
      expect.stringContaining("You can't sign in with Acme ID any more."),
    ]);
    const unlinked = await browser.submit(question, path);
    expect(sectionText(unlinked.html, "linked-accounts")).toContain("Acme ID is unlinked.");

    const refused = await browser.submit(back, "/account/security/accounts/down/link");
    expect([refused.status, refused.heading]).toEqual([503, "Security"]);
    expect(sectionText(refused.html, "linked-accounts")).toContain("We can't do this right now");
    expect((await browser.send("/account/security/accounts/none/link", {})).status).toBe(404);
  });

  it("say why one was not linked, in our words only", async () => {
    const { world, browser } = await openAccount({ auth: { identityProviders: [provider] } });
    const failed = await browser.open("/account/security?error=access_denied");
    expect(sectionText(failed.html, "linked-accounts")).toContain("Try again");
    const hostile = await browser.open("/account/security?error=Call+us");
    expect(hostile.html).not.toContain("Call us");
    world.clock.advance(world.auth.policy.sessionFreshness);
    expect((await browser.send(LINK, {})).location).toBe("/confirm?next=%2Faccount%2Fsecurity");
    expect((await browser.ask("GET", LINK)).location).toBe("/account/security");
  });
});
