import { HOUR } from "@acme/auth-core/surface";
import {
  htmlFaults,
  PASSWORD,
  plainText,
  sectionText,
  type ShownPage,
} from "@acme/auth-pages/testing";
import { expect, it } from "vitest";
import { ADA, ASKED, asked, openEnrolled, WAY_BACK } from "../../test/pages-world.js";

const bannerOf = ({ html }: ShownPage): string =>
  plainText(/<aside class="banner.*?<\/aside>/s.exec(html)?.[0] ?? "");

it("the way back waits for three days, and ends with an account that has nothing else", async () => {
  const { world, browser: home } = await openEnrolled();
  const { browser, page } = await asked(world);
  expect(page.html).toContain(`href="${WAY_BACK}"`);
  const offer = await browser.open(WAY_BACK);
  expect([offer.heading, plainText(offer.html)]).toEqual([
    "Get back into your account",
    expect.stringContaining("You wait 72 hours."),
  ]);
  const started = await browser.submit(offer, WAY_BACK, { action: "start" });
  expect([started.url, plainText(started.html)]).toEqual([
    WAY_BACK,
    expect.stringMatching(/You can get back in from .*20\d\d/),
  ]);
  expect(started.html).not.toContain('value="start"');
  const early = await browser.send(WAY_BACK, { action: "complete" });
  expect([early.status, plainText(early.html)]).toEqual([
    409,
    expect.stringContaining("The wait isn't over"),
  ]);
  expect(bannerOf(await home.open("/account"))).toMatch(
    /someone asked to get into.*That wasn't me/,
  );

  world.clock.advance(72 * HOUR);
  const again = await asked(world);
  const due = await again.browser.open(WAY_BACK);
  expect(plainText(due.html)).toContain("Finishing removes your password, passkeys");
  expect(await htmlFaults(due.html)).toEqual([]);
  const done = await again.browser.submit(due, WAY_BACK, { action: "complete" });
  expect([done.status, done.url, plainText(done.html)]).toEqual([
    200,
    "/account",
    expect.stringContaining("You're back in. Your password, passkeys,"),
  ]);
  const security = await again.browser.open("/account/security");
  expect(sectionText(security.html, "second-factor")).toContain("Two-step verification is off.");
  expect((await home.ask("GET", "/account")).status).toBe(303);
  expect(world.breaches).toEqual([]);
});

it("who is signed in stops it by one button, on any page", async () => {
  const { world, browser: home } = await openEnrolled();
  const { browser } = await asked(world);
  await browser.submit(await browser.open(WAY_BACK), WAY_BACK, { action: "start" });
  const page = await home.open("/organizations");
  const cancel = "/account/security/recovery/cancel";
  const stopped = await home.submit(page, cancel);
  expect([stopped.url, bannerOf(stopped)]).toEqual(["/account/security", ""]);
  expect(sectionText(stopped.html, "second-factor")).toContain("Stopped.");
  const twice = await home.send(cancel, {});
  expect([twice.status, sectionText(twice.html, "second-factor")]).toEqual([
    404,
    expect.stringContaining("There's nothing to stop or to finish any more."),
  ]);
  const later = await asked(world);
  const refused = await later.browser.send(WAY_BACK, { action: "start" });
  expect([refused.status, plainText(refused.html)]).toEqual([
    403,
    expect.stringContaining("This was stopped, or asked for too often."),
  ]);
});

it("another first proof than of the mailbox is told to sign in by code first", async () => {
  const { world, browser: home } = await openEnrolled();
  await home.post("/account/security/password", { newPassword: PASSWORD });
  const browser = world.newBrowser();
  browser.cookies.set("__Host-last-way", "password");
  const password = await browser.submit(await browser.open("/sign-in"), "/sign-in", { email: ADA });
  const page = await browser.submit(password, "/sign-in/password", { password: PASSWORD });
  expect(page.url).toBe(ASKED);
  const told = await browser.open(WAY_BACK);
  expect(plainText(told.html)).toContain("Sign in by a code or link that we email you first");
  expect(told.html).not.toContain('name="action"');
  const forced = await browser.send(WAY_BACK, { action: "start" });
  expect([forced.status, plainText(forced.html)]).toEqual([
    403,
    expect.stringContaining("Sign in by a code or link that we email you first"),
  ]);
});

it("without a sign-in that waits there is no way back", async () => {
  const { world } = await openEnrolled();
  expect((await world.newBrowser().ask("GET", WAY_BACK)).location).toBe("/sign-in");
});
