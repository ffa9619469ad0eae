import { MINUTE } from "@acme/auth-core/surface";
import { hiddenFields, passkeyDevice, plainText } from "@acme/auth-pages/testing";
import { describe, expect, it } from "vitest";
import { ADA, ASKED, asked, openEnrolled, openFactorWorld } from "../../test/pages-world.js";
import { STEP } from "../../test/worlds.js";

const WRONG = "000000";

describe("a sign-in of an enrolled user", () => {
  it("is asked for the code of the app, and leads where it was to lead", async () => {
    const { world, app } = await openEnrolled();
    const { browser, page } = await asked(world, "/sign-in?next=/account/activity");
    expect([page.url, page.heading]).toEqual([ASKED, "Enter your authenticator code"]);
    expect(page.html).toMatch(
      /name="code"[^>]*autocomplete="one-time-code"|autocomplete="one-time-code"/,
    );
    expect([...browser.cookies.keys()].filter((name) => /session/.test(name))).toEqual([]);
    expect((await browser.ask("GET", "/account")).location).toBe("/sign-in?next=%2Faccount");

    const wrong = await browser.submit(page, ASKED, { code: WRONG });
    expect([wrong.status, wrong.heading]).toEqual([401, page.heading]);
    expect(wrong.html).toMatch(/<title>Error: .*aria-invalid="true"/s);
    expect(plainText(wrong.html)).toContain("This code is wrong.");
    const done = await browser.submit(wrong, ASKED, { code: app.codeAt(world.clock.now()) });
    expect([done.status, done.url]).toEqual([200, "/account/activity"]);
    expect([...browser.cookies.keys()]).not.toContain("__Host-pending-sign-in");
    expect(browser.cookies.get("__Host-last-way")).toBe("code");
    expect(world.breaches).toEqual([]);
  });

  it("opens by a recovery code, once", async () => {
    const { world, codes } = await openEnrolled();
    const [recoveryCode = ""] = codes;
    const first = await asked(world);
    const done = await first.browser.submit(first.page, ASKED, {
      recoveryCode: recoveryCode.toLowerCase().replaceAll("-", " "),
    });
    expect([done.status, done.url]).toEqual([200, "/account"]);
    const second = await asked(world);
    const refused = await second.browser.submit(second.page, ASKED, { recoveryCode });
    expect(refused.status).toBe(401);
    expect(refused.html).toMatch(/<details class="stack" open>.*name="recoveryCode"/s);
    expect(refused.html).toMatch(/name="recoveryCode"[^>]*aria-invalid="true"/);
    expect(refused.html).not.toContain(recoveryCode);
    expect(refused.html.match(/autofocus/g)).toHaveLength(1);
  });

  it("opens by a passkey that counts as two", async () => {
    const { world, browser: home } = await openEnrolled();
    const device = passkeyDevice();
    await device.add(home);
    const { browser, page } = await asked(world);
    expect(plainText(page.html)).toContain("Use a passkey");
    const done = await browser.submit(page, ASKED, await device.use(browser));
    expect([done.status, done.url]).toEqual([200, "/account"]);
    expect([...browser.cookies.keys()]).not.toContain("__Host-pending-sign-in");
  });

  it("starts again when it took too long, and after five wrong codes", async () => {
    const { world } = await openEnrolled();
    const late = await asked(world, "/sign-in?next=/account/activity");
    world.clock.advance(10 * MINUTE);
    const ended = await late.browser.submit(late.page, ASKED, { code: WRONG });
    expect(ended.url).toBe(
      `/sign-in?next=${encodeURIComponent("https://auth.example.com/account/activity")}`,
    );
    expect(plainText(ended.html)).toContain("That took too long. Sign in again.");
    expect([...late.browser.cookies.keys()]).not.toContain("__Host-pending-sign-in");

    const { browser, page } = await asked(world);
    for (let tries = 1; tries < 5; tries++) await browser.submit(page, ASKED, { code: WRONG });
    const spent = await browser.submit(page, ASKED, { code: WRONG });
    expect([spent.url, plainText(spent.html)]).toEqual([
      "/sign-in",
      expect.stringContaining("Too many wrong codes. Sign in again."),
    ]);
    expect((await browser.ask("GET", ASKED)).location).toBe("/sign-in");
  });

  it("says when to come back where too many were wrong", async () => {
    const { world, app } = await openEnrolled();
    for (const _ of [1, 2]) {
      const { browser, page } = await asked(world);
      for (let tries = 0; tries < 5; tries++) await browser.submit(page, ASKED, { code: WRONG });
    }
    const { browser, page } = await asked(world);
    const locked = await browser.submit(page, ASKED, { code: app.codeAt(world.clock.now()) });
    expect([locked.status, plainText(locked.html)]).toEqual([
      429,
      expect.stringMatching(
        /Too many wrong codes\. A passkey still works, and so does .* before\. Try again in /,
      ),
    ]);
    expect(locked.headers.get("retry-after")).toBeDefined();
  });

  it("accepts the invitation that it was for", async () => {
    const { world, app } = await openEnrolled();
    const { browser: owner } = { browser: world.newBrowser() };
    await world.signIn(owner, "mia@example.com");
    await owner.post("/welcome", { name: "Mia", choice: "later" });
    await owner.post("/new-organization", { name: "Nordlicht", slug: "nordlicht" });
    await owner.post("/organizations/nordlicht/invitations/new", { emails: ADA, role: "member" });
    await world.auth.settle({ within: 10_000 });
    const link = new URL(world.inbox.linkFor(ADA));
    const browser = world.newBrowser();
    const invited = await browser.open(link.pathname + link.search);
    const code = await browser.submit(invited, "/invitation");
    const page = await browser.submit(code, "/sign-in/code", { code: await world.codeFor(ADA) });
    expect(page.url).toBe(ASKED);
    world.clock.advance(STEP);
    const done = await browser.submit(page, ASKED, { code: app.codeAt(world.clock.now()) });
    expect([done.url, plainText(done.html)]).toEqual([
      "/organizations/nordlicht/members",
      expect.stringContaining("joined Nordlicht"),
    ]);
  });

  it("carries nothing of the second proof in forms or URLs", async () => {
    const { world } = await openEnrolled();
    const { browser, page } = await asked(world);
    const pending = browser.cookies.get("__Host-pending-sign-in") ?? "none";
    expect(page.html).not.toContain(pending);
    expect(Object.keys(hiddenFields(page, ASKED))).toEqual(["step"]);
  });
});

it("who has no second factor is not asked", async () => {
  const { world } = await openFactorWorld();
  world.clock.advance(STEP);
  const { page } = await asked(world);
  expect(page.url).toBe("/account");
});
