import { describe, expect, it } from "vitest";
import { ADA, openAccount } from "../../test/account-world.js";
import { plainText } from "../../test/browser.js";
import { openWorld, PASSWORD } from "../../test/open-world.js";
import { formatsOf } from "../formats.js";
import { pageHrefs } from "../href.js";
import { BUILT_IN_TEXTS } from "../texts/built-in.js";
import { type Bannered, composeBanner, type Noticed } from "./banner.js";

const bannerOf = (html: string): string =>
  plainText(/<aside class="banner.*?<\/aside>/s.exec(html)?.[0] ?? "");

describe("the banner", () => {
  it("is missing while there is nothing to say", async () => {
    const { browser } = await openAccount();
    expect(bannerOf((await browser.open("/account/security")).html)).toBe("");
  });

  it("says first that the account will be deleted, on every page, and keeps it", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    await world.signUp(browser, ADA);
    const security = await browser.open("/account/security");
    expect(bannerOf(security.html)).toContain(`Verify ${ADA}`);
    expect(bannerOf((await browser.open("/account")).html)).toBe("");
    const sent = await browser.submit(security, "/account/email/verify");
    expect([sent.url, plainText(sent.html)]).toEqual([
      "/account",
      expect.stringContaining(`We've sent a link to ${ADA}.`),
    ]);

    await browser.post("/account/deletion", { password: PASSWORD });
    const page = await browser.open("/account/activity?kind=session.opened");
    expect(bannerOf(page.html)).toMatch(/^Your account will be deleted on .* Keep my account$/);
    const kept = await browser.submit(page, "/account/deletion/cancel");
    expect([kept.url, plainText(kept.html)]).toEqual([
      "/account/activity?kind=session.opened",
      expect.stringContaining("Your account stays."),
    ]);
    expect(bannerOf(kept.html)).toContain(`Verify ${ADA}`);
  });

  it("keeps the account also when writes are at their limit", async () => {
    const world = await openWorld({ auth: { policy: { writesPerUser: 2 } } });
    const browser = world.newBrowser();
    await world.signUp(browser, ADA);
    await browser.post("/account/deletion", { password: PASSWORD });
    await browser.post("/account/name", { name: "Ada" });
    expect((await browser.send("/account/name", { name: "Ada" })).status).toBe(429);
    expect((await browser.send("/account/deletion/cancel", {})).status).toBe(303);
  });
});

describe("an invitation that waits", () => {
  const texts = BUILT_IN_TEXTS.en;
  const compose = (noticed: Partial<Noticed>, changed: Partial<Bannered> = {}) =>
    composeBanner(
      {
        visit: {
          caller: { user: { email: ADA, emailVerified: true } },
          locale: "en",
          texts,
          page: pageHrefs(""),
        },
        current: "profile",
        has: () => true,
        ...changed,
      },
      { deletion: null, invitations: [], ...noticed },
    );
  const organization = { name: "Nordlicht", slug: "nordlicht" };
  const inviter = { name: "Mia", email: "mia@example.com" };

  it.each([
    ["Mia invited you to join Nordlicht.", [inviter]],
    ["mia@example.com invited you to join Nordlicht.", [{ ...inviter, name: "" }]],
    ["You've been invited to join Nordlicht.", [null]],
    ["2 invitations are waiting for you.", [inviter, inviter]],
  ])("says %j", (text, inviters) => {
    const invitations = inviters.map((each) => ({ inviter: each, organization }));
    expect(compose({ invitations })?.text).toBe(text);
    expect(compose({ invitations }, { current: "organizations" })).toBeNull();
    expect(compose({ invitations }, { has: () => false })).toBeNull();
    const scheduledFor = new Date("2026-12-21T10:00:00Z");
    const deletion = { scheduledFor };
    expect(compose({ invitations, deletion })?.text).toContain(formatsOf("en").date(scheduledFor));
  });
});
