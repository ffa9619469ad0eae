import { describe, expect, it } from "vitest";
import { ADA, enter, openAccount, pathIn, sectionText } from "../../../test/account-world.js";
import { type Browser, plainText } from "../../../test/browser.js";
import { openWorld, PASSWORD, type WorldOptions } from "../../../test/open-world.js";

const DELETION = "/account/deletion";
const DUE = "Your account will be deleted on";

/** Ada is signed in with a password. */
async function withPassword(options: WorldOptions = {}) {
  const world = await openWorld(options);
  const browser = world.newBrowser();
  await world.signUp(browser, ADA);
  return { world, browser };
}

/** Makes an organization by the API, whose only owner the user of the browser is. */
const found = (browser: Browser, name: string, slug: string) =>
  browser.ask("POST", "/api/v1/organizations", {
    body: JSON.stringify({ name, slug }),
    headers: { origin: "https://auth.example.com", "content-type": "application/json" },
  });

describe("copies of the data", () => {
  it("are prepared, and downloaded until they expire", async () => {
    const { world, browser } = await openAccount();
    const page = await browser.open("/account/data");
    expect(sectionText(page.html, "exports")).toMatch(
      /A file with your profile, memberships, sessions, activity, and export and deletion requests\..*You haven't asked for a copy yet\./,
    );
    const asked = await browser.submit(page, "/account/data/exports");
    expect(sectionText(asked.html, "exports")).toMatch(
      /We're preparing your copy\..*Being prepared Requested .* UTC .*Check again/,
    );
    await world.auth.settle({ within: 10_000 });
    const ready = await browser.open("/account/data");
    expect(sectionText(ready.html, "exports")).toMatch(
      /Ready Requested .* UTC Available until .* UTC Download/,
    );
    const path = pathIn(ready.html, "https://auth.example.com/api/v1/me/export/");
    expect((await browser.ask("GET", new URL(path).pathname + new URL(path).search)).status).toBe(
      200,
    );
    world.clock.advance(world.auth.policy.exportLinkLifetime);
    const { html } = await browser.open("/account/data");
    expect(sectionText(html, "exports")).toContain("Expired");
    expect(sectionText(html, "exports")).not.toContain("Download");
  });

  it("are as many as a day allows", async () => {
    const { world, browser } = await openAccount();
    for (let at = 0; at < 5; at++) {
      await browser.post("/account/data/exports", {});
      await world.auth.settle({ within: 10_000 });
    }
    const refused = await browser.send("/account/data/exports", {});
    expect([refused.status, refused.heading, plainText(refused.html)]).toEqual([
      429,
      "Data",
      expect.stringMatching(/You've asked for as many copies as a day allows\. Try again in/),
    ]);
  });
});

describe("the deletion of an account", () => {
  it("asks for the password of a user who has one, and can be cancelled", async () => {
    const { world, browser } = await withPassword();
    world.clock.advance(world.auth.policy.sessionFreshness);
    const data = await browser.open("/account/data");
    expect(sectionText(data.html, "deletion")).toContain("Until then you can change your mind.");
    const page = await browser.open(DELETION);
    expect(page.heading).toBe("Delete account");
    const ask = (password: string, reason = "") =>
      browser.submit(page, DELETION, { password, reason });

    const wrong = await ask("wrong horse battery", "No more\r\nneed");
    expect([wrong.status, wrong.url]).toEqual([400, DELETION]);
    expect(wrong.html).toMatch(/name="password"[^>]*autofocus[^>]*aria-invalid="true"/);
    expect(plainText(wrong.html)).toContain("The password is wrong.");
    expect(wrong.html).toMatch(/No more\r?\nneed/);
    expect(plainText((await ask("")).html)).toContain("Enter your password.");
    expect(plainText((await ask(PASSWORD, "x".repeat(501))).html)).toContain(
      "Write a shorter text.",
    );

    const asked = await ask(PASSWORD, "No more need");
    expect(asked.url).toBe("/account/data");
    expect(sectionText(asked.html, "deletion")).toMatch(new RegExp(`${DUE} .* Keep my account$`));
    // Neither the banner nor a message says it again.
    expect(plainText(asked.html).match(/will be deleted/g)).toHaveLength(1);
    expect((await browser.open("/account/security")).html).toContain('<aside class="banner warn"');
    expect((await browser.ask("GET", DELETION)).location).toBe("/account/data#deletion");

    const kept = await browser.submit(asked, "/account/deletion/cancel", { next: "" });
    expect(sectionText(kept.html, "deletion")).toContain("Your account stays.");
    const late = await browser.send("/account/deletion/cancel", {});
    expect([late.status, plainText(late.html)]).toEqual([
      404,
      expect.stringContaining("There's no deletion to cancel any more."),
    ]);
  });

  it("takes a fresh session of a user without a password", async () => {
    const { world, browser } = await openAccount();
    const page = await browser.open(DELETION);
    expect(page.html).not.toContain('type="password"');
    world.clock.advance(world.auth.policy.sessionFreshness);
    for (const answer of [await browser.ask("GET", DELETION), await browser.send(DELETION, {})])
      expect([answer.status, answer.location]).toEqual([
        303,
        "/confirm?next=%2Faccount%2Fdeletion",
      ]);

    const again = await enter(world, ADA);
    const asked = await again.submit(await again.open(DELETION), DELETION, { reason: "" });
    expect(sectionText(asked.html, "deletion")).toContain(DUE);
    const back = await again.send("/account/deletion/cancel", { next: "/account/activity" });
    expect(back.location).toBe("https://auth.example.com/account/activity");
  });

  it("is not asked for by the form of another user, who signed in before in the same browser", async () => {
    const { world, browser } = await openAccount();
    const page = await browser.open(DELETION);
    await browser.send("/sign-out", {});
    await enter(world, "ben@example.com", { browser });
    const shown = await browser.submit(page, DELETION);
    expect([shown.url, shown.heading]).toEqual([DELETION, "Delete account"]);
    expect((await browser.open("/account/data")).html).not.toContain(DUE);
    const asked = await browser.submit(shown, DELETION);
    expect(sectionText(asked.html, "deletion")).toContain(DUE);
  });

  it("of a sole owner has no form, and core is not asked", async () => {
    const { browser } = await withPassword();
    expect((await found(browser, "Nordlicht & Söhne", "nordlicht")).status).toBe(201);
    const data = await browser.open("/account/data");
    expect(sectionText(data.html, "deletion")).toContain(
      "You're the only owner of Nordlicht & Söhne",
    );
    const page = await browser.open(DELETION);
    expect(page.html).not.toContain(`action="${DELETION}"`);
    expect(page.html).toContain('href="/organizations/nordlicht/transfer"');
    expect(page.html).toContain('href="/organizations/nordlicht/delete"');
    const refused = await browser.send(DELETION, { password: PASSWORD });
    expect([refused.status, refused.heading]).toEqual([409, "Delete account"]);
    expect(refused.html).toContain('href="/organizations/nordlicht/transfer"');
    const { html } = await browser.open("/account/data");
    expect(html).not.toContain(DUE);
  });

  it("without a grace period says so, and says goodbye", async () => {
    const { world, browser } = await withPassword({ auth: { policy: { deletionGraceDays: 0 } } });
    const page = await browser.open(DELETION);
    expect(plainText(page.html)).toContain("deleted right away. This can't be undone.");
    expect(plainText(page.html)).not.toContain("change your mind");
    const gone = await browser.submit(page, DELETION, { password: PASSWORD });
    expect([gone.url, gone.heading]).toEqual(["/goodbye", "Your account has been deleted."]);
    expect(browser.cookies.has("__Host-session")).toBe(false);
    await world.auth.settle({ within: 10_000 });
    expect(await world.store.users.findByEmail(world.addressOf(ADA))).toBeNull();
  });
});
